import { formatBytes, catalog } from '@larksong/contracts';
import { CircleAlert, X } from 'lucide-react';
import { memo, useId } from 'react';
import { Link } from 'react-router';

import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { findItemProblem, isWaiting, MAX_TITLE, type Edit, type Item } from './items.ts';
import styles from './import-videos.module.css';

const LABELS: Record<catalog.Visibility, string> = {
  public: 'Public',
  registered: 'Registered',
  private: 'Private',
};

/** What to do about each doubt. */
const REQUESTS: Record<Item['film']['doubts'][number]['part'], string> = {
  title: 'Title: shorten.',
  visibility: 'Visibility: choose.',
  rest: 'Correct the table and choose it again, or import without it.',
};

interface ImportItemProps {
  item: Item;
  isLocked: boolean;
  onEdit: (key: string, edit: Edit) => void;
}

/** One video of the list. Rendered again only if it has changed: with 200 of them, typing would be slow otherwise. */
export const ImportItem = memo(function ImportItem({ item, isLocked, onEdit }: ImportItemProps) {
  const { key, film, state } = item;
  const canEdit = !isLocked && (state.phase === 'new' || state.phase === 'failed');
  return (
    <li className={styles.item} data-phase={state.phase}>
      {canEdit ? (
        <Fields item={item} onEdit={onEdit} />
      ) : (
        <strong className={styles.title} dir="auto">
          {state.phase === 'done' ? <Link to={paths.watch(state.videoId)}>{film.title}</Link> : film.title}
        </strong>
      )}
      <div className={styles.facts}>
        <StateBadge item={item} />
        <Facts item={item} showsVisibility={!canEdit} />
      </div>
      <Outcome item={item} />
      {!isLocked && state.phase !== 'done' && (
        <IconButton
          className={styles.remove}
          label={`Remove ${film.title} from the list`}
          icon={X}
          onClick={() => onEdit(key, { isRemoved: true })}
        />
      )}
    </li>
  );
});

function Fields({ item: { key, film }, onEdit }: Pick<ImportItemProps, 'item' | 'onEdit'>) {
  const errorId = useId();
  const problem = findItemProblem(film);
  return (
    <div className={styles.fields}>
      <input
        aria-label={`Title of ${film.file.path}`}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : errorId}
        dir="auto"
        maxLength={MAX_TITLE}
        value={film.title}
        onChange={(event) => onEdit(key, { title: event.target.value })}
      />
      <VisibilityField film={film} onChoose={(visibility) => onEdit(key, { visibility })} />
      {problem !== undefined && <ErrorLine id={errorId} sentence={problem} />}
      {film.doubts.map(({ part, sentence }) => (
        <ErrorLine key={sentence} sentence={`${REQUESTS[part]} ${sentence}`} />
      ))}
      {film.doubts.some(({ part }) => part === 'rest') && (
        <div>
          <Button
            variant="plain"
            slim
            aria-label={`Import ${film.file.path} without it`}
            onClick={() => onEdit(key, { isWithoutRest: true })}
          >
            Import without it
          </Button>
        </div>
      )}
    </div>
  );
}

interface VisibilityFieldProps {
  film: Item['film'];
  onChoose: (visibility: catalog.Visibility) => void;
}

function VisibilityField({ film, onChoose }: VisibilityFieldProps) {
  const isOpen = film.doubts.some(({ part }) => part === 'visibility');
  return (
    <select
      aria-label={`Visibility of ${film.file.path}`}
      aria-invalid={isOpen || undefined}
      value={isOpen ? '' : film.visibility}
      onChange={(event) => {
        const visibility = catalog.VISIBILITIES.find((one) => one === event.target.value);
        if (visibility !== undefined) onChoose(visibility);
      }}
    >
      {isOpen && (
        <option value="" disabled>
          Choose…
        </option>
      )}
      {catalog.VISIBILITIES.map((visibility) => (
        <option key={visibility} value={visibility}>
          {LABELS[visibility]}
        </option>
      ))}
    </select>
  );
}

function StateBadge({ item }: { item: Item }) {
  const { state, film } = item;
  if (state.phase === 'done') return <Badge kind="good">{state.isAddition ? 'Added to' : 'Imported'}</Badge>;
  if (state.phase === 'known') return <Badge kind="note">Already there</Badge>;
  if (state.phase === 'failed') return <Badge kind="bad">Failed</Badge>;
  if (isWaiting(item)) return <Badge kind="bad">Waits for you</Badge>;
  return film.isGenerated ? <Badge kind="note">Title from a camera</Badge> : null;
}

function Facts({ item: { film }, showsVisibility }: { item: Item; showsVisibility: boolean }) {
  const { file, captions, picture, tags, letters } = film;
  return (
    <>
      <span className="muted small" dir="auto">
        {file.path}
      </span>
      <span className="muted small">{formatBytes(file.sizeBytes)}</span>
      {showsVisibility && <Badge>{LABELS[film.visibility]}</Badge>}
      {captions.map(({ language, label }) => (
        <Badge key={language}>Subtitles: {label}</Badge>
      ))}
      {picture !== null && <Badge>Picture</Badge>}
      {tags.map(({ tagType, tagValue }) => (
        <Badge key={`${tagType} ${tagValue}`}>
          <bdi>{tagValue}</bdi>
        </Badge>
      ))}
      {letters.length > 0 && <Badge>{letters.join(' ')}</Badge>}
    </>
  );
}

/** Its state: the progress, the reason for a failure, or the video. */
function Outcome({ item: { film, state } }: { item: Item }) {
  if (state.phase === 'sending')
    return (
      <progress
        className={styles.outcome}
        max={Math.max(1, film.file.sizeBytes)}
        value={state.sentBytes}
        aria-label={`Sent of ${film.title}`}
      />
    );
  if (state.phase === 'failed') return <ErrorLine sentence={state.sentence} />;
  if (state.phase === 'known') return <KnownLine item={{ film, twin: state.twin }} />;
  if (state.phase === 'done' && state.notes.length > 0)
    return state.notes.map((note) => (
      <ErrorLine key={note} sentence={`The video is imported, but ${note}`} />
    ));
  return null;
}

function KnownLine({ item: { film, twin } }: { item: { film: Item['film'] } & KnownTwin }) {
  if (twin.kind === 'in-import')
    return <p className={styles.outcome}>This is the same file as {twin.file.path}.</p>;
  const { id, title, status } = twin.source;
  const hasBeside = film.captions.length > 0 || film.picture !== null || film.tags.length > 0;
  return (
    <p className={styles.outcome}>
      This file is on the site as <Link to={paths.watch(id)}>{title}</Link>
      {status === 'failed' && ', where its processing failed'}.{' '}
      {hasBeside && 'Tags, subtitles and a picture that it lacks are added.'}
    </p>
  );
}

type KnownTwin = Pick<Extract<Item['state'], { phase: 'known' }>, 'twin'>;

function ErrorLine({ sentence, id }: { sentence: string; id?: string }) {
  return (
    <p className={styles.error} id={id}>
      <CircleAlert className="icon" aria-hidden />
      {sentence}
    </p>
  );
}

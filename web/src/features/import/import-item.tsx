import { catalog, LANGUAGE_NAMES } from '@larksong/contracts';
import { CircleAlert, X } from 'lucide-react';
import { memo, useId } from 'react';
import { Link } from 'react-router';

import { formatBytes } from '../../lib/bytes.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { findItemProblem, isWaiting, MAX_TITLE, type Edit, type Item } from './items.ts';
import styles from './import-videos.module.css';
import { explain } from '../../lib/server-sentences/texts.ts';

interface ImportItemProps {
  item: Item;
  isLocked: boolean;
  onEdit: (key: string, edit: Edit) => void;
}

/** One video of the list. Rendered again only if it has changed: with 200 of them, typing would be slow otherwise. */
export const ImportItem = memo(function ImportItem({ item, isLocked, onEdit }: ImportItemProps) {
  const t = useTexts();
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
          label={t('import.remove', { title: film.title })}
          icon={X}
          onClick={() => onEdit(key, { isRemoved: true })}
        />
      )}
    </li>
  );
});

function Fields({ item: { key, film }, onEdit }: Pick<ImportItemProps, 'item' | 'onEdit'>) {
  const t = useTexts();
  const errorId = useId();
  const problem = findItemProblem(film);
  return (
    <div className={styles.fields}>
      <input
        aria-label={t('import.title-of', { path: film.file.path })}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : errorId}
        dir="auto"
        maxLength={MAX_TITLE}
        value={film.title}
        onChange={(event) => onEdit(key, { title: event.target.value })}
      />
      <VisibilityField film={film} onChoose={(visibility) => onEdit(key, { visibility })} />
      {problem !== undefined && <ErrorLine id={errorId} sentence={problem} />}
      {film.doubts.map(({ part, explanation }) => (
        <ErrorLine
          key={explanation.message}
          sentence={t(`import.doubt-${part}`, { problem: explain(explanation) })}
        />
      ))}
      {film.doubts.some(({ part }) => part === 'rest') && (
        <div>
          <Button
            variant="plain"
            slim
            aria-label={t('import.without-rest-of', { path: film.file.path })}
            onClick={() => onEdit(key, { isWithoutRest: true })}
          >
            {t('import.without-rest')}
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
  const t = useTexts();
  const isOpen = film.doubts.some(({ part }) => part === 'visibility');
  return (
    <select
      aria-label={t('import.visibility-of', { path: film.file.path })}
      aria-invalid={isOpen || undefined}
      value={isOpen ? '' : film.visibility}
      onChange={(event) => {
        const visibility = catalog.VISIBILITIES.find((one) => one === event.target.value);
        if (visibility !== undefined) onChoose(visibility);
      }}
    >
      {isOpen && (
        <option value="" disabled>
          {t('import.choose-visibility')}
        </option>
      )}
      {catalog.VISIBILITIES.map((visibility) => (
        <option key={visibility} value={visibility}>
          {t(`visibility.${visibility}`)}
        </option>
      ))}
    </select>
  );
}

function StateBadge({ item }: { item: Item }) {
  const t = useTexts();
  const { state, film } = item;
  if (state.phase === 'done')
    return <Badge kind="good">{state.isAddition ? t('import.added') : t('import.imported')}</Badge>;
  if (state.phase === 'known') return <Badge kind="note">{t('import.known')}</Badge>;
  if (state.phase === 'failed') return <Badge kind="bad">{t('import.failed')}</Badge>;
  if (isWaiting(item)) return <Badge kind="bad">{t('import.waits')}</Badge>;
  return film.isGenerated ? <Badge kind="note">{t('import.camera-title')}</Badge> : null;
}

function Facts({ item: { film }, showsVisibility }: { item: Item; showsVisibility: boolean }) {
  const t = useTexts();
  const { file, captions, picture, tags, letters, language } = film;
  return (
    <>
      <span className="muted small" dir="auto">
        {file.path}
      </span>
      <span className="muted small">{formatBytes(file.sizeBytes)}</span>
      {showsVisibility && <Badge>{t(`visibility.${film.visibility}`)}</Badge>}
      {captions.map(({ language, label }) => (
        <Badge key={language}>{t('import.subtitles', { name: label })}</Badge>
      ))}
      {picture !== null && <Badge>{t('import.picture')}</Badge>}
      {tags.map(({ tagType, tagValue }) => (
        <Badge key={`${tagType} ${tagValue}`}>
          <bdi>{tagValue}</bdi>
        </Badge>
      ))}
      {language !== null && (
        <Badge>
          <span lang={language}>{LANGUAGE_NAMES[language]}</span>
        </Badge>
      )}
      {letters.length > 0 && <Badge>{letters.join(' ')}</Badge>}
    </>
  );
}

/** Its state: the progress, the reason for a failure, or the video. */
function Outcome({ item: { film, state } }: { item: Item }) {
  const t = useTexts();
  if (state.phase === 'sending')
    return (
      <progress
        className={styles.outcome}
        max={Math.max(1, film.file.sizeBytes)}
        value={state.sentBytes}
        aria-label={t('import.sent-of', { title: film.title })}
      />
    );
  if (state.phase === 'failed') return <ErrorLine sentence={state.sentence} />;
  if (state.phase === 'known') return <KnownLine item={{ film, twin: state.twin }} />;
  if (state.phase === 'done' && state.notes.length > 0)
    return state.notes.map((note) => <ErrorLine key={note} sentence={note} />);
  return null;
}

function KnownLine({ item: { film, twin } }: { item: { film: Item['film'] } & KnownTwin }) {
  const t = useTexts();
  if (twin.kind === 'in-import')
    return <p className={styles.outcome}>{t('import.same-file', { path: twin.file.path })}</p>;
  const { id, title, status } = twin.source;
  const hasBeside = film.captions.length > 0 || film.picture !== null || film.tags.length > 0;
  return (
    <p className={styles.outcome}>
      {t.rich(status === 'failed' ? 'import.on-site-failed' : 'import.on-site', {
        video: <Link to={paths.watch(id)}>{title}</Link>,
      })}{' '}
      {hasBeside && t('import.completes')}
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

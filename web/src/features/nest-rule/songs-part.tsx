import { catalog } from '@larksong/contracts';
import { Undo2, X } from 'lucide-react';
import { useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { offerUndo } from '../../ui/undo.tsx';
import { useShownSongs } from './use-shown-songs.ts';
import styles from './rule-form.module.css';

interface SongsPartProps {
  /** Of which the rule is: a nest, or a class. */
  ruleId: string;
  hidden: readonly string[];
  onChange: (change: (hidden: readonly string[]) => string[]) => void;
}

/** Single songs that are taken out: those that the nest shows by its saved rule, and the way back of the others. */
export function SongsPart({ ruleId, hidden, onChange }: SongsPartProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="muted small">{t('nest-rule.single-hint')}</p>
      {isOpen ? (
        <Shown ruleId={ruleId} hidden={hidden} onChange={onChange} />
      ) : (
        <Button variant="plain" onClick={() => setOpen(true)}>
          {t('nest-rule.single-open')}
        </Button>
      )}
      {hidden.length > 0 && <AllTakenOut hidden={hidden} onChange={onChange} />}
    </>
  );
}

function Shown({ ruleId, hidden, onChange }: SongsPartProps) {
  const t = useTexts();
  const { songs, error, isLoading, loadMore } = useShownSongs(ruleId);
  const shown = songs.filter(({ id }) => !hidden.includes(id));
  const takeOut = ({ id, title }: catalog.Video) => {
    onChange((before) => [...before, id]);
    offerUndo(text('nest-rule.taken-out-said', { title }), async () =>
      onChange((before) => before.filter((other) => other !== id)),
    );
  };
  return (
    <>
      {shown.length > 0 && (
        <ul className={styles.songs} aria-label={t('nest-rule.single')}>
          {shown.map((song) => (
            <li key={song.id}>
              {/* A song without a picture keeps an empty place for one. */}
              <img src={song.thumbnail ?? undefined} alt="" width={320} height={180} loading="lazy" />
              <span dir="auto">{song.title}</span>
              <IconButton
                label={t('nest-rule.take-out', { title: song.title })}
                icon={X}
                disabled={hidden.length >= catalog.MAX_HIDDEN_SONGS}
                onClick={() => takeOut(song)}
              />
            </li>
          ))}
        </ul>
      )}
      {isLoading && <Status className="muted small">{t('nest-rule.single-loading')}</Status>}
      {error && <Message kind="bad">{errorSentence(error)}</Message>}
      {!isLoading && !error && shown.length === 0 && <p className="muted">{t('nest-rule.single-none')}</p>}
      {loadMore && (
        <Button variant="quiet" onClick={loadMore}>
          {t('nest-rule.single-more')}
        </Button>
      )}
    </>
  );
}

/** How many songs that were taken out are asked for at once. */
const PART = 50;

/** The songs that were taken out, latest first, once somebody wants to see them. */
function AllTakenOut({ hidden, onChange }: Pick<SongsPartProps, 'hidden' | 'onChange'>) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(PART);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('nest-rule.taken-out', { count: hidden.length })}</summary>
      {isOpen && (
        <>
          <ul className={styles.songs}>
            {hidden
              .toReversed()
              .slice(0, count)
              .map((id) => (
                <TakenOut
                  key={id}
                  id={id}
                  onPutBack={() => onChange((before) => before.filter((other) => other !== id))}
                />
              ))}
          </ul>
          {hidden.length > count && (
            <Button variant="quiet" onClick={() => setCount(count + PART)}>
              {t('nest-rule.single-more')}
            </Button>
          )}
        </>
      )}
    </details>
  );
}

/** A song that was taken out, which this grown-up may not be able to see. */
function TakenOut({ id, onPutBack }: { id: string; onPutBack: () => void }) {
  const t = useTexts();
  const { data } = useCall(catalog.getVideo, { params: { id } }, { retry: false });
  const title = data?.video.title ?? t('nest-rule.song-unknown');
  return (
    <li>
      <span dir="auto">{title}</span>
      <IconButton label={t('nest-rule.put-back', { title })} icon={Undo2} onClick={onPutBack} />
    </li>
  );
}

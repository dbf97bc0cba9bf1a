import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Presentation } from 'lucide-react';
import { useState } from 'react';

import { formatNumber, locale } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { codePageAddress } from './address.ts';
import { endBoardCode, makeBoardCode } from './links.ts';
import styles from './share-panel.module.css';

/** How long a code for the board can be good for, in hours: a lesson, a morning, a day. */
const HOURS = [1, 4, catalog.SPOKEN_CODE_HOURS];

/** The short code of a link, to be written on a board and typed at /s. */
export function BoardCode({ listId, link }: { listId: string; link: catalog.ListLink }) {
  const { spoken } = link;
  return spoken === null ? (
    <NewCode listId={listId} linkId={link.id} />
  ) : (
    <ShownCode listId={listId} linkId={link.id} spoken={spoken} />
  );
}

interface CodeProps {
  listId: string;
  linkId: string;
}

function NewCode({ listId, linkId }: CodeProps) {
  const t = useTexts();
  const [hours, setHours] = useState(4);
  const make = useMutation({ mutationFn: () => makeBoardCode(listId, linkId, hours) });
  return (
    <div className={styles.newCode}>
      <Field label={t('board.good-for')}>
        {(control) => (
          <select {...control} value={hours} onChange={({ target }) => setHours(Number(target.value))}>
            {HOURS.map((count) => (
              <option key={count} value={count}>
                {t('board.hours', { count, shown: formatNumber(count) })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button variant="plain" busy={make.isPending} onClick={() => make.mutate()}>
        <Presentation className="icon" aria-hidden />
        {t('board.make')}
      </Button>
      {make.isError && <Message kind="bad">{errorSentence(make.error)}</Message>}
    </div>
  );
}

function ShownCode({ listId, linkId, spoken }: CodeProps & { spoken: catalog.SpokenCode }) {
  const t = useTexts();
  const end = useMutation({ mutationFn: () => endBoardCode(listId, linkId) });
  return (
    <div className={styles.board}>
      <h3>{t('board.title')}</h3>
      <output className={styles.boardCode} dir="ltr">
        {spoken.code.toUpperCase()}
      </output>
      <p className="muted small">
        {t('board.where', { address: codePageAddress().start, time: formatTime(spoken.endsAt) })}
      </p>
      <Button variant="plain" busy={end.isPending} onClick={() => end.mutate()}>
        {t('board.end')}
      </Button>
      {end.isError && <Message kind="bad">{errorSentence(end.error)}</Message>}
    </div>
  );
}

/** Returns `15:00`, or with the day if that is another one. */
function formatTime(iso: string): string {
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(
    locale(),
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
}

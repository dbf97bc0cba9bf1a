import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { locale } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Message } from '../../../ui/message.tsx';
import { NoPin } from '../pin.tsx';
import { toCodePage } from '../cards/card-address.ts';
import { refreshChildren } from '../refresh-children.ts';
import { endCode, makeCode } from './class-calls.ts';
import styles from './class.module.css';

const HOURS = [1, 2, 4, 8, auth.CLASS_CODE_HOURS] as const;

/** The short code that opens a class on tablets: made on demand, and good for some hours. */
export function ClassCode({ one }: { one: auth.NestClass }) {
  const t = useTexts();
  const [hours, setHours] = useState<number>(HOURS[1]);
  const making = useMutation({ mutationFn: () => makeCode(one.id, hours) });
  const ending = useMutation({ mutationFn: () => endCode(one.id) });
  useEnd(one.code);
  const error = making.error ?? ending.error;
  return (
    <>
      <p className="muted small">{t('class-code.what')}</p>
      <NoPin />
      {one.code && <Shown code={one.code} />}
      <Field label={t('class-code.hours')}>
        {(control) => (
          <select {...control} value={hours} onChange={({ target }) => setHours(Number(target.value))}>
            {HOURS.map((each) => (
              <option key={each} value={each}>
                {t('class-code.for-hours', { count: each })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="row">
        <Button variant="plain" busy={making.isPending} onClick={() => making.mutate()}>
          {t(one.code ? 'class-code.make-another' : 'class-code.make')}
        </Button>
        {one.code && (
          <Button variant="danger" slim busy={ending.isPending} onClick={() => ending.mutate()}>
            {t('class-code.end')}
          </Button>
        )}
      </div>
      {error && <Message kind="bad">{errorSentence(error)}</Message>}
    </>
  );
}

function Shown({ code: { code, endsAt } }: { code: auth.ClassCode }) {
  const t = useTexts();
  return (
    <div className={styles.code}>
      <code dir="ltr">{code}</code>
      <p>{t('class-code.until', { time: formatEnd(endsAt) })}</p>
      <p className="muted small">
        {t.rich('class-code.where', {
          address: (
            <bdi key="address" dir="ltr">
              {toCodePage()}
            </bdi>
          ),
        })}
      </p>
    </div>
  );
}

/** Returns `14:30`, with the day unless it is today. */
function formatEnd(endsAt: string): string {
  const end = new Date(endsAt);
  const isToday = end.toDateString() === new Date().toDateString();
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  return end.toLocaleString(locale(), isToday ? time : { ...time, weekday: 'long' });
}

/** Reads the class again once its code has ended. */
function useEnd(code: auth.ClassCode | null): void {
  const endsAt = code?.endsAt;
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    const timer = setTimeout(
      () => void refreshChildren(),
      Math.max(1000, Date.parse(endsAt) - Date.now() + 500),
    );
    return () => clearTimeout(timer);
  }, [endsAt]);
}

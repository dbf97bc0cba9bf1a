import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import type { CSSProperties } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { locale } from '../../lib/format.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { toBars, type Bar } from './bars.ts';
import styles from './minutes.module.css';

/** How often the minutes are read again while they are looked at. */
const REFRESH_MS = 60_000;

interface MinutesProps {
  /** The nest, and the rule that it has: its own, or that of its class. */
  nestId: string;
  ruleId: string;
}

/** Minutes of the last 30 days with the limit of each, and more time for today. */
export function Minutes({ nestId, ruleId }: MinutesProps) {
  const t = useTexts();
  const input = { params: { id: ruleId }, query: { nestId } };
  const { data, error, refetch } = useCall(catalog.listNestMinutes, input, { refetchInterval: REFRESH_MS });
  if (!data && error)
    return (
      <Message kind="bad">
        <p>{errorSentence(error)}</p>
        <Button variant="plain" onClick={() => void refetch()}>
          {t('minutes.again')}
        </Button>
      </Message>
    );
  if (!data) return <Status className="muted small">{t('minutes.loading')}</Status>;
  const [today] = data.days;
  if (!today) return null;
  const isLimited = today.limitMinutes !== null || data.time.state !== 'free';
  return (
    <div className={styles.minutes}>
      <Bars days={data.days.toReversed()} />
      {isLimited && <MoreTime nestId={nestId} ruleId={ruleId} />}
    </div>
  );
}

/** Bars, oldest first. Those who hear the page have a table with the same numbers. */
function Bars({ days }: { days: readonly catalog.NestDay[] }) {
  const t = useTexts();
  const { bars, most } = toBars(days);
  const today = days.at(-1);
  return (
    <>
      <ol className={styles.days} style={{ '--max': most } as CSSProperties} aria-hidden>
        {bars.map(({ day, minutes, limit }) => (
          <li
            key={day}
            data-limit={limit === null ? undefined : true}
            style={{ '--m': minutes, ...(limit !== null && { '--l': limit }) } as CSSProperties} // as above
            title={describeDay({ day, minutes, limit }, t)}
          />
        ))}
      </ol>
      <p className={styles.axis} aria-hidden>
        <span>{formatDay(days[0]?.day)}</span>
        {today && <strong>{describeToday(today, t)}</strong>}
      </p>
      <Table bars={bars} />
    </>
  );
}

function Table({ bars }: { bars: readonly Bar[] }) {
  const t = useTexts();
  return (
    <table className="sr-only">
      <caption>{t('minutes.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('minutes.day')}</th>
          <th scope="col">{t('minutes.minutes')}</th>
          <th scope="col">{t('minutes.limit')}</th>
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map(({ day, minutes, limit }) => (
          <tr key={day}>
            <th scope="row">{formatDay(day)}</th>
            <td>{minutes}</td>
            <td>{limit ?? t('minutes.no-limit')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function describeToday(day: catalog.NestDay, t: Texts): string {
  const [{ minutes, limit } = { minutes: 0, limit: null }] = toBars([day]).bars;
  return limit === null ? t('minutes.today', { minutes }) : t('minutes.today-of', { minutes, limit });
}

function describeDay(bar: Bar, t: Texts): string {
  const values = { day: formatDay(bar.day), minutes: bar.minutes };
  return bar.limit === null ? t('minutes.on', values) : t('minutes.on-of', { ...values, limit: bar.limit });
}

/** Days are those of the nest's time zone, whichever the reader is in. */
function formatDay(day: string | undefined): string {
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return day === undefined ? '' : new Date(day).toLocaleDateString(locale(), options);
}

/** More time today, at once on all devices of the nest. */
function MoreTime({ nestId, ruleId }: MinutesProps) {
  const t = useTexts();
  const give = useMutation({
    mutationFn: async (minutes: (typeof catalog.MORE_MINUTES)[number]) => {
      await call(catalog.giveNestTime, { params: { id: ruleId }, body: { nestId, minutes } });
      await invalidate(catalog.listNestMinutes);
      return minutes;
    },
  });
  return (
    <>
      <fieldset className={styles.more}>
        <legend>{t('minutes.more')}</legend>
        {catalog.MORE_MINUTES.map((minutes) => (
          <Button
            key={minutes}
            variant="plain"
            busy={give.isPending && give.variables === minutes}
            onClick={() => give.isPending || give.mutate(minutes)}
          >
            {t('minutes.more-by', { minutes })}
          </Button>
        ))}
      </fieldset>
      <Status className="small muted">{give.isSuccess && t('minutes.given', { minutes: give.data })}</Status>
      {give.error && <Message kind="bad">{errorSentence(give.error)}</Message>}
    </>
  );
}

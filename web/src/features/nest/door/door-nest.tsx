import { catalog, type auth, type Data } from '@larksong/contracts';
import { useState } from 'react';

import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts, type Texts } from '../../../lib/texts.ts';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { Animal, nameOf } from '../../../parts/nest/animal.tsx';
import { Button } from '../../../ui/button.tsx';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { refreshAfterChange } from './door-calls.ts';
import { DoorRule } from './door-rule.tsx';
import styles from './door-home.module.css';

type DoorNestData = Data<typeof auth.listDoorNests>['nests'][number];
type Minutes = Data<typeof catalog.listDoorMinutes>;

/** One nest of this device: its minutes of today, more of them, and its rule. */
export function DoorNest({ nest }: { nest: DoorNestData }) {
  const t = useTexts();
  const { ruleId: id, id: nestId } = nest;
  const { data, error } = useCall(catalog.listDoorMinutes, { params: { id }, query: { nestId } });
  const rule = useCall(catalog.getDoorRule, { params: { id } });
  const [isChanging, setChanging] = useState(false);
  const name = nameOf(nest, t);
  return (
    <section className={styles.nest} aria-label={name}>
      <Animal face={nest} />
      <div>
        <h2 dir="auto">{name}</h2>
        {data && <p className="muted">{describeToday(data, t)}</p>}
      </div>
      {error && (
        <div className={styles.rest}>
          <Message kind="bad">{errorSentence(error)}</Message>
        </div>
      )}
      {data && data.time.state !== 'free' && <MoreTime nest={nest} />}
      {rule.data?.rule && (
        <div className={styles.rest}>
          <Button variant="plain" onClick={() => setChanging(true)}>
            {t('door.change')}
          </Button>
        </div>
      )}
      {isChanging && rule.data?.rule && (
        <DoorRule
          name={name}
          ruleId={id}
          rule={rule.data.rule}
          version={rule.data.version}
          onClose={() => setChanging(false)}
        />
      )}
    </section>
  );
}

/** Returns `32 of 45 minutes today`. */
function describeToday({ days: [today] }: Minutes, t: Texts): string {
  const minutes = Math.round((today?.seconds ?? 0) / 60);
  const limit = today?.limitMinutes ?? null;
  if (limit === null) return t('door.minutes', { count: minutes, shown: formatNumber(minutes) });
  const all = limit + (today?.extraMinutes ?? 0);
  return t('door.minutes-of', { shown: formatNumber(minutes), count: all, all: formatNumber(all) });
}

function MoreTime({ nest }: { nest: DoorNestData }) {
  const t = useTexts();
  const { give, given, busy, error } = useMoreTime(nest);
  return (
    <fieldset className={styles.more}>
      <legend>{t('door.more-time')}</legend>
      {catalog.MORE_MINUTES.map((minutes) => (
        <Button key={minutes} variant="plain" busy={busy === minutes} onClick={() => void give(minutes)}>
          {t('span.minutes', { minutes })}
        </Button>
      ))}
      <Status>{given > 0 && t('door.given', { count: given, shown: formatNumber(given) })}</Status>
      {error !== null && <Message kind="bad">{errorSentence(error)}</Message>}
    </fieldset>
  );
}

/** Gives more time today, once for each press. */
function useMoreTime({ ruleId: id, id: nestId }: DoorNestData) {
  const [busy, setBusy] = useState<number | null>(null);
  const [given, setGiven] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const give = async (minutes: (typeof catalog.MORE_MINUTES)[number]): Promise<void> => {
    if (busy !== null) return;
    setBusy(minutes);
    setError(null);
    try {
      await call(catalog.giveDoorTime, { params: { id }, body: { nestId, minutes } });
      setGiven((before) => before + minutes);
      await refreshAfterChange();
    } catch (failure) {
      setError(failure);
    }
    setBusy(null);
  };
  return { give, given, busy, error };
}

import { useTexts } from '../../../lib/texts.ts';
import type { Form } from '../../../parts/use-form.ts';
import { Field } from '../../../ui/field.tsx';
import { DAYS, type TimeDraft } from './rule-draft.ts';
import styles from './door-rule.module.css';

/** A Monday, in UTC. */
const MONDAY_MS = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** How long a nest may play: minutes for each day of the week, and between which hours. */
export function TimeFields({ form }: { form: Form<TimeDraft, void> }) {
  const t = useTexts();
  const names = new Intl.DateTimeFormat(t.language, { weekday: 'long', timeZone: 'UTC' });
  return (
    <>
      <fieldset className={styles.days}>
        <legend>{t('door.days')}</legend>
        {DAYS.map((day, place) => (
          <Field key={day} label={names.format(MONDAY_MS + place * DAY_MS)} error={form.errors[day]}>
            {(control) => (
              <input
                {...control}
                {...form.field(day)}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                dir="ltr"
              />
            )}
          </Field>
        ))}
        <p className="muted small">{t('door.days-hint')}</p>
      </fieldset>
      <fieldset className={styles.hours}>
        <legend>{t('door.hours')}</legend>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(`door.${end}`)} error={form.errors[end]}>
            {(control) => <input {...control} {...form.field(end)} type="time" />}
          </Field>
        ))}
        <p className="muted small">{t('door.hours-hint')}</p>
      </fieldset>
    </>
  );
}

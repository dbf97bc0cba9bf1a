import type { catalog } from '@larksong/contracts';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMinute, listWeekdays } from './describe-rule.ts';
import { deviceZone, parseClock, type DraftProblems, type RuleDraft } from './rule-draft.ts';
import styles from './rule-form.module.css';

const DAY_MINUTES = 1440;

export interface PartProps {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}

interface TimePartProps extends PartProps {
  /** What to correct; shown once somebody wanted to save. */
  problems: DraftProblems;
}

/** How long: minutes by weekday, hours of the day, and what counts. */
export function TimePart({ draft, onChange, problems }: TimePartProps) {
  return (
    <>
      <Minutes draft={draft} onChange={onChange} hasProblem={problems.minutes} />
      <Hours draft={draft} onChange={onChange} hasProblem={problems.hours} />
      {(draft.hasMinutes || draft.hasHours) && <Zone draft={draft} onChange={onChange} />}
      {draft.hasMinutes && (
        <>
          <hr className={styles.rule} />
          <Counts draft={draft} onChange={onChange} />
        </>
      )}
    </>
  );
}

interface LimitProps extends PartProps {
  hasProblem: boolean;
}

function Minutes({ draft, onChange, hasProblem }: LimitProps) {
  const t = useTexts();
  const errorId = useId();
  const [first = ''] = draft.minutes;
  const [monday = ''] = listWeekdays('long');
  return (
    <>
      <Tick
        label={t('nest-rule.minutes')}
        hint={t('nest-rule.minutes-hint')}
        isOn={draft.hasMinutes}
        onTurn={(hasMinutes) => onChange({ ...draft, hasMinutes })}
      />
      {draft.hasMinutes && (
        <fieldset>
          <legend className="sr-only">{t('nest-rule.minutes')}</legend>
          <Week draft={draft} onChange={onChange} errorId={hasProblem ? errorId : undefined} />
          {hasProblem && <Problem id={errorId} text={t('nest-rule.minutes-wrong')} />}
          <div className="row">
            <Button
              variant="quiet"
              onClick={() => onChange({ ...draft, minutes: draft.minutes.map(() => first) })}
            >
              {t('nest-rule.every-day', { day: monday })}
            </Button>
          </div>
        </fieldset>
      )}
    </>
  );
}

function Week({ draft, onChange, errorId }: PartProps & { errorId: string | undefined }) {
  const { minutes } = draft;
  const names = listWeekdays('long');
  const put = (day: number, value: string) =>
    onChange({ ...draft, minutes: minutes.map((before, index) => (index === day ? value : before)) });
  return (
    <div className={styles.week}>
      {listWeekdays('short').map((name, day) => (
        <label key={name}>
          <span aria-hidden>{name}</span>
          <input
            name={day === 0 ? 'minutes' : undefined}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            aria-label={names[day]}
            aria-invalid={errorId === undefined ? undefined : true}
            aria-describedby={errorId}
            value={minutes[day] ?? ''}
            onChange={({ target }) => put(day, target.value)}
          />
        </label>
      ))}
    </div>
  );
}

function Hours({ draft, onChange, hasProblem }: LimitProps) {
  const t = useTexts();
  return (
    <>
      <Tick
        label={t('nest-rule.hours')}
        isOn={draft.hasHours}
        onTurn={(hasHours) => onChange({ ...draft, hasHours })}
      />
      {draft.hasHours && (
        <>
          <div className={styles.two}>
            {(['from', 'to'] as const).map((end) => (
              <Field
                key={end}
                label={t(`nest-rule.${end}`)}
                error={hasProblem && end === 'from' ? t('nest-rule.hours-wrong') : null}
              >
                {(control) => (
                  <input
                    {...control}
                    name={end === 'from' ? 'hours' : undefined}
                    type="time"
                    value={draft[end]}
                    onChange={({ target }) => onChange({ ...draft, [end]: target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
          <Day from={parseClock(draft.from)} to={parseClock(draft.to)} />
        </>
      )}
    </>
  );
}

/** The day as a line, with the open hours; across midnight, they are at both ends. */
function Day({ from, to }: { from: number | null; to: number | null }) {
  const t = useTexts();
  if (from === null || to === null || from === to) return null;
  const overnight = [
    [0, to],
    [from, DAY_MINUTES],
  ];
  const spans = from < to ? [[from, to]] : overnight;
  const share = (minute: number) => `${(minute / DAY_MINUTES) * 100}%`;
  const hours = { from: formatMinute(from), to: formatMinute(to) };
  return (
    <>
      <div className={styles.day} aria-hidden>
        {spans.map(([start = 0, end = 0]) => (
          <i key={start} style={{ insetInlineStart: share(start), inlineSize: share(end - start) }} />
        ))}
      </div>
      <p className="muted small">{t(from < to ? 'nest-rule.open' : 'nest-rule.overnight', hours)}</p>
    </>
  );
}

/** Times are those of the zone that a grown-up's device has stated. */
function Zone({ draft, onChange }: PartProps) {
  const t = useTexts();
  const { rule } = draft;
  const here = deviceZone();
  const { zone } = rule.time;
  return (
    <div className="row">
      <p className="muted small">{t.rich('nest-rule.zone', { zone: <bdi>{zone}</bdi> })}</p>
      {zone !== here && (
        <Button
          variant="quiet"
          onClick={() => onChange({ ...draft, rule: { ...rule, time: { ...rule.time, zone: here } } })}
        >
          {t('nest-rule.zone-here', { zone: here })}
        </Button>
      )}
    </div>
  );
}

const COUNTS = [
  'countsLearning',
  'countsGame',
  'countsStill',
] as const satisfies readonly (keyof catalog.NestTimeRule)[];

function Counts({ draft, onChange }: PartProps) {
  const t = useTexts();
  const { rule } = draft;
  return (
    <fieldset>
      <legend>{t('nest-rule.counts')}</legend>
      {COUNTS.map((name) => (
        <Tick
          key={name}
          label={t(`nest-rule.${name}`)}
          isOn={rule.time[name]}
          onTurn={(isOn) => onChange({ ...draft, rule: { ...rule, time: { ...rule.time, [name]: isOn } } })}
        />
      ))}
    </fieldset>
  );
}

interface TickProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
}

export function Tick({ label, hint, isOn, onTurn }: TickProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onTurn(target.checked)} />
      <span>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  );
}

function Problem({ id, text }: { id: string; text: string }) {
  return (
    <p className="error" id={id}>
      <CircleAlert className="icon" aria-hidden />
      {text}
    </p>
  );
}

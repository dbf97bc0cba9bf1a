import { useId, type ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { MorePart } from './more-part.tsx';
import type { DraftProblems, RuleDraft } from './rule-draft.ts';
import type { Choices } from './choices.ts';
import { RowsPart } from './rows-part.tsx';
import { SongsPart } from './songs-part.tsx';
import { TimePart } from './time-part.tsx';

interface RuleFormProps {
  /** Whose rule it is: of a nest, or a class. */
  ruleId: string;
  /** Whether there is a saved rule, whose songs can be taken out one by one. */
  isSaved: boolean;
  choices: Choices;
  draft: RuleDraft;
  onChange: (change: (draft: RuleDraft) => RuleDraft) => void;
  problems: DraftProblems;
}

/** The rule of a nest or a class, in panels. */
export function RuleForm({ ruleId, isSaved, choices, draft, onChange, problems }: RuleFormProps) {
  const t = useTexts();
  const { rule } = draft;
  const part = { draft, onChange: (changed: RuleDraft) => onChange(() => changed) };
  const changeRule = (change: (before: RuleDraft['rule']) => Partial<RuleDraft['rule']>) =>
    onChange((before) => ({ ...before, rule: { ...before.rule, ...change(before.rule) } }));
  return (
    <>
      <Part title={t('nest-dialog.rows')}>
        <RowsPart
          choices={choices}
          rows={rule.rows}
          onChange={(change) => changeRule(({ rows }) => ({ rows: [...change(rows)] }))}
        />
      </Part>
      {isSaved && (
        <Part title={t('nest-rule.single')}>
          <SongsPart
            ruleId={ruleId}
            hidden={rule.hiddenVideoIds}
            onChange={(change) =>
              changeRule(({ hiddenVideoIds }) => ({ hiddenVideoIds: change(hiddenVideoIds) }))
            }
          />
        </Part>
      )}
      <Part title={t('nest-rule.time')}>
        <TimePart {...part} problems={problems} />
      </Part>
      <Part title={t('nest-rule.more')}>
        <MorePart {...part} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

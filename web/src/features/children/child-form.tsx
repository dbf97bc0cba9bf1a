import type { auth } from '@larksong/contracts';
import { useId, type ReactNode } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { nameOf } from '../../parts/nest/animal.tsx';
import { useLeaveWarning } from '../../parts/use-leave-warning.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { toRule } from '../nest-rule/rule-draft.ts';
import { RuleForm } from '../nest-rule/rule-form.tsx';
import type { Choices } from '../nest-rule/choices.ts';
import { LookFields } from './look-fields.tsx';
import { RuleConflict, RuleFacts } from './rule-facts.tsx';
import type { RuleData } from './save-nest.ts';
import { useChildForm } from './use-child-form.ts';
import styles from './child.module.css';

interface ChildFormProps {
  nest: auth.Nest;
  /** The rule with which the form begins. */
  start: RuleData;
  choices: Choices;
}

/** Changes a nest. The rule of a nest in a class is that of the class. */
export function ChildForm({ nest, start, choices }: ChildFormProps) {
  const t = useTexts();
  const { form, draft, setDraft, problems, base, theirs, takeTheirs, isDirty } = useChildForm(nest, start);
  useLeaveWarning(isDirty, text('child.leave'));
  return (
    <form {...form.props} className={styles.two}>
      <div className={styles.parts}>
        <Who>
          <LookFields values={form.values} error={form.errors.nickname} field={form.field} />
        </Who>
        {nest.classId === null && (
          <RuleForm
            ruleId={nest.id}
            isSaved={base.rule !== null}
            choices={choices}
            draft={draft}
            onChange={setDraft}
            problems={problems}
          />
        )}
      </div>
      <aside className={styles.aside}>
        <section className="panel">
          <h2 dir="auto">{nameOf({ ...nest, nickname: form.values.nickname || nest.nickname }, t)}</h2>
          {nest.classId !== null && <p>{t('child.of-class')}</p>}
          <RuleFacts rule={toRule(draft)} />
          {theirs && <RuleConflict theirs={theirs} onTake={takeTheirs} />}
          {!theirs && form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
          <Button type="submit" busy={form.isBusy}>
            {t('child.save')}
          </Button>
        </section>
      </aside>
    </form>
  );
}

function Who({ children }: { children: ReactNode }) {
  const t = useTexts();
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('child.who')}</h2>
      {children}
    </section>
  );
}

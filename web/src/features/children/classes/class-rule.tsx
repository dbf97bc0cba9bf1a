import { catalog, type auth } from '@larksong/contracts';
import { ArrowLeft } from 'lucide-react';

import { useCall } from '../../../api/queries.ts';
import { text, useTexts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { LoadFailed } from '../../../parts/load-failed.tsx';
import { useForm } from '../../../parts/use-form.ts';
import { useLeaveWarning } from '../../../parts/use-leave-warning.ts';
import { Button } from '../../../ui/button.tsx';
import { Message } from '../../../ui/message.tsx';
import { saySaved } from '../../../ui/saved.tsx';
import { Status } from '../../../ui/status.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import type { Choices } from '../../nest-rule/choices.ts';
import { toRule } from '../../nest-rule/rule-draft.ts';
import { RuleForm } from '../../nest-rule/rule-form.tsx';
import { classOf } from '../addresses.ts';
import { RuleConflict, RuleFacts } from '../rule-facts.tsx';
import type { RuleData } from '../save-nest.ts';
import { useRuleDraft } from '../use-child-form.ts';
import { ClassMissing } from './class-missing.tsx';
import { useClass } from './use-class.ts';
import styles from '../child.module.css';

/** The rule of all nests of a class. */
export function ClassRule({ id }: { id: string }) {
  const t = useTexts();
  const { full, isMissing, error, retry } = useClass(id);
  const title = t('class-rule.title');
  useDocumentTitle(full ? `${title} · ${full.one.name}` : title);
  if (isMissing) return <ClassMissing />;
  return (
    <>
      <div className={styles.head}>
        <ButtonLink variant="quiet" className={`wrap ${styles.back}`} to={classOf(id)}>
          <ArrowLeft className="icon points" aria-hidden />
          <bdi>{full?.one.name ?? t('class.title')}</bdi>
        </ButtonLink>
        <h1>{title}</h1>
      </div>
      {!full && error && <LoadFailed title={t('class.failed')} error={error} onRetry={retry} />}
      {!full && !error && <Status className="muted">{t('class.loading')}</Status>}
      {full && <Loaded one={full.one} />}
    </>
  );
}

/** Begins the form only with the rule as it is now: one from before would be refused when it is saved. */
function Loaded({ one }: { one: auth.NestClass }) {
  const t = useTexts();
  const params = { id: one.id };
  const rule = useCall(catalog.getNestRule, { params }, { staleTime: 0 });
  const choices = useCall(catalog.listNestChoices, { params });
  const failed = [rule, choices].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <LoadFailed title={t('class.failed')} error={failed.error} onRetry={() => void failed.refetch()} />
    );
  if (!rule.data || !rule.isFetchedAfterMount || !choices.data)
    return <Status className="muted">{t('class.loading')}</Status>;
  return <Form one={one} start={rule.data} choices={choices.data} />;
}

interface FormProps {
  one: auth.NestClass;
  start: RuleData;
  choices: Choices;
}

function Form({ one, start, choices }: FormProps) {
  const t = useTexts();
  const { form, draft, setDraft, problems, base, theirs, takeTheirs, isDirty } = useClassRule(one.id, start);
  useLeaveWarning(isDirty, text('child.leave'));
  return (
    <form {...form.props} className={styles.two}>
      <div className={styles.parts}>
        <RuleForm
          ruleId={one.id}
          isSaved={base.rule !== null}
          choices={choices}
          draft={draft}
          onChange={setDraft}
          problems={problems}
        />
      </div>
      <aside className={styles.aside}>
        <section className="panel">
          <h2 dir="auto">{one.name}</h2>
          <p>{t('class-rule.for-all', { count: one.nestIds.length })}</p>
          <RuleFacts rule={toRule(draft)} />
          <Trouble theirs={theirs} onTake={takeTheirs} error={form.error} />
          <Button type="submit" busy={form.isBusy}>
            {t('child.save')}
          </Button>
        </section>
      </aside>
    </form>
  );
}

function useClassRule(id: string, start: RuleData) {
  const rule = useRuleDraft(id, start);
  const form = useForm({
    // What the rule's fields are called, for their errors.
    defaults: { minutes: '', hours: '' },
    check: rule.check,
    send: rule.save,
    onSent: () => saySaved(),
    onFailed: rule.keepPresent,
  });
  return { form, ...rule };
}

interface TroubleProps {
  theirs: RuleData | null;
  onTake: () => void;
  error: Error | null;
}

/** Why the rule was not saved. */
function Trouble({ theirs, onTake, error }: TroubleProps) {
  if (theirs) return <RuleConflict theirs={theirs} onTake={onTake} />;
  return error && <Message kind="bad">{errorSentence(error)}</Message>;
}

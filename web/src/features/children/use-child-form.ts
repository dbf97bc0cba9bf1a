import { isBlank, type auth } from '@larksong/contracts';
import { useState } from 'react';

import { text } from '../../lib/texts.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { saySaved } from '../../ui/saved.tsx';
import { findProblems, NO_PROBLEMS, startRule, toDraft, toRule } from '../nest-rule/rule-draft.ts';
import { toErrors } from '../nest-rule/to-errors.ts';
import { findPresent, saveLook, saveRule, type Look, type RuleData } from './save-nest.ts';

/** Manages the form of one nest: how its child finds it, and its rule, which is saved by its version. */
export function useChildForm(nest: auth.Nest, start: RuleData) {
  const isOfClass = nest.classId !== null;
  const rule = useRuleDraft(isOfClass ? null : nest.id, start);
  const defaults = {
    nickname: nest.nickname ?? '',
    animal: nest.animal,
    ground: nest.ground,
    // What the rule's fields are called, for their errors.
    minutes: '',
    hours: '',
  };
  const toLook = (values: Look): Look => ({
    nickname: values.nickname.trim(),
    animal: values.animal,
    ground: values.ground,
  });
  const form = useForm({
    defaults,
    check: ({ nickname }) => ({
      ...only('nickname', isBlank(nickname) ? text('nest-dialog.nickname-missing') : undefined),
      ...rule.check(),
    }),
    send: async (values) => {
      await saveLook(nest, toLook(values));
      await rule.save();
    },
    onSent: () => saySaved(),
    onFailed: rule.keepPresent,
  });
  const isLookChanged = JSON.stringify(toLook(form.values)) !== JSON.stringify(toLook(defaults));
  return { form, ...rule, isDirty: isLookChanged || rule.isDirty };
}

/** Manages the draft of a rule; `id` is null for one that is not saved here. */
export function useRuleDraft(id: string | null, start: RuleData) {
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(() => toDraft(start.rule ?? startRule()));
  const [theirs, setTheirs] = useState<RuleData | null>(null);
  const [isChecked, setChecked] = useState(false);
  const problems = findProblems(draft);
  const rule = toRule(draft);
  const isDirty =
    id !== null && JSON.stringify(rule) !== JSON.stringify(base.rule ?? toRule(toDraft(startRule())));
  const save = async () => {
    if (id === null || (!isDirty && base.rule !== null)) return;
    const saved = await saveRule(id, { rule, version: (theirs ?? base).version });
    setBase(saved);
    setTheirs(null);
    if (saved.rule) setDraft((now) => (now === draft ? toDraft(saved.rule ?? rule) : now));
  };
  return {
    ...{ draft, setDraft, base, theirs, isDirty, save },
    /** Shown once somebody wanted to save. */
    problems: isChecked ? problems : NO_PROBLEMS,
    check: () => {
      setChecked(true);
      return toErrors(problems);
    },
    keepPresent: (error: unknown) => setTheirs(findPresent(error)),
    /** Begins again with the rule that somebody else has saved. */
    takeTheirs: () => {
      if (theirs === null) return;
      setBase(theirs);
      setDraft(toDraft(theirs.rule ?? startRule()));
      setTheirs(null);
    },
  };
}

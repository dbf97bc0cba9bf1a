import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { confirmDialog } from '../../ui/dialog-host.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { parseGigabytes, toGigabytes } from './space-limit.ts';

interface TeacherDialogProps {
  account: auth.Account;
  onClose: () => void;
}

/** What a superadmin lets a teacher do; also makes a user a teacher, and ends that. */
export function TeacherDialog({ account, onClose }: TeacherDialogProps) {
  const t = useTexts();
  const { teacher } = account;
  const change = useChange(account, onClose);
  const name = account.displayName ?? account.username;
  const takeAway = async () => {
    if (await confirmDialog(toQuestion(name))) change.mutate(null);
  };
  return (
    <Dialog open title={t(teacher ? 'teacher.title' : 'teacher.make-title')} onClose={onClose}>
      <p>
        <strong dir="auto">{name}</strong>
      </p>
      <p className="muted">{t('teacher.explained')}</p>
      <Rights teacher={teacher} isBusy={change.isPending} onSave={change.mutate}>
        {change.error && <Message kind="bad">{errorSentence(change.error)}</Message>}
        <div className="actions">
          {teacher && (
            <Button variant="danger" busy={change.isPending} onClick={() => void takeAway()}>
              {t('teacher.take-away')}
            </Button>
          )}
          <Button variant="plain" onClick={onClose}>
            {t('teacher.cancel')}
          </Button>
          <Button type="submit" busy={change.isPending}>
            {t(teacher ? 'teacher.save' : 'teacher.make')}
          </Button>
        </div>
      </Rights>
    </Dialog>
  );
}

function useChange({ id }: auth.Account, onSaved: () => void) {
  return useMutation({
    mutationFn: (teacher: Partial<auth.Teacher> | null) =>
      call(auth.updateAccount, { params: { id }, body: { teacher } }),
    // The dialog stays open until the list shows the change.
    onSuccess: async () => {
      await invalidate(auth.listAccounts);
      onSaved();
    },
  });
}

function toQuestion(name: string) {
  return {
    title: text('teacher.take-away-title'),
    message: text('teacher.take-away-question', { name }),
    confirmLabel: text('teacher.take-away-confirm'),
    danger: true,
  };
}

interface RightsProps {
  /** Null for a user who becomes a teacher. */
  teacher: auth.Teacher | null;
  isBusy: boolean;
  onSave: (rights: Partial<auth.Teacher>) => void;
  children: ReactNode;
}

function Rights({ teacher, isBusy, onSave, children }: RightsProps) {
  const t = useTexts();
  const [isTrusted, setTrusted] = useState(teacher?.isTrusted ?? false);
  const [editsLetters, setEditsLetters] = useState(teacher?.editsLetters ?? false);
  const before = toGigabytes(teacher?.quotaBytes ?? null);
  const [limit, setLimit] = useState(before);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const quotaBytes = parseGigabytes(limit);
    setError(quotaBytes === undefined ? t('teacher.limit-not-valid') : undefined);
    if (quotaBytes === undefined) form.current?.querySelector<HTMLElement>('[name="limit"]')?.focus();
    // A limit that was shown rounded stays as it is.
    else if (!isBusy) onSave({ isTrusted, editsLetters, ...(limit !== before && { quotaBytes }) });
  };
  const type = (typed: string) => {
    setLimit(typed);
    setError(undefined);
  };
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <Right name="trusted" isChosen={isTrusted} onChoose={setTrusted} />
      <Right name="letters" isChosen={editsLetters} onChoose={setEditsLetters} />
      <LimitField limit={limit} error={error} onType={type} />
      {children}
    </form>
  );
}

interface RightProps {
  name: 'trusted' | 'letters';
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function Right({ name, isChosen, onChoose }: RightProps) {
  const t = useTexts();
  return (
    <label className="choice">
      <input
        type="checkbox"
        name={name}
        data-autofocus={name === 'trusted' || undefined}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span>
        {t(`teacher.${name}`)}
        <small>{t(`teacher.${name}-hint`)}</small>
      </span>
    </label>
  );
}

interface LimitFieldProps {
  /** In gigabytes. */
  limit: string;
  error: string | undefined;
  onType: (limit: string) => void;
}

function LimitField({ limit, error, onType }: LimitFieldProps) {
  const t = useTexts();
  return (
    <Field label={t('teacher.limit')} hint={t('teacher.limit-hint')} error={error}>
      {(control) => (
        <input
          {...control}
          name="limit"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={limit}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  );
}

import { auth, isBlank } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { confirmDialog } from '../../ui/dialog-host.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { refreshChildren, thenRefresh } from './refresh-children.ts';

interface SharingProps {
  kind: 'nest' | 'class';
  shared: Pick<auth.Nest, 'id' | 'isMine' | 'sharedWith' | 'invited'>;
  /** Called when the viewer has left what somebody else shares. */
  onLeft: () => void;
}

/** One more grown-up, who may do all but delete it. Both of them can end it. */
export function Sharing({ kind, shared, onLeft }: SharingProps) {
  const ending = useEnding(kind, shared, onLeft);
  if (shared.sharedWith !== null) return <Shared shared={shared} ending={ending} />;
  if (shared.invited !== null) return <Invited name={shared.invited} ending={ending} />;
  return <Invite kind={kind} id={shared.id} />;
}

function Invite({ kind, id }: { kind: SharingProps['kind']; id: string }) {
  const t = useTexts();
  const form = useForm({
    defaults: { username: '' },
    check: ({ username }) =>
      only('username', isBlank(username) ? text('sharing.username-missing') : undefined),
    send: async ({ username }) => {
      const input = { params: { id }, body: { username: username.trim() } };
      await thenRefresh<unknown>(() =>
        kind === 'nest' ? call(auth.shareNest, input) : call(auth.shareClass, input),
      );
    },
  });
  return (
    <form {...form.props} className="stack">
      <Field
        label={t('sharing.username')}
        hint={t(kind === 'nest' ? 'sharing.hint' : 'sharing.hint-class')}
        error={form.errors.username}
      >
        {(control) => (
          <input
            {...control}
            {...form.field('username')}
            dir="auto"
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      <Button type="submit" variant="plain" busy={form.isBusy}>
        {t('sharing.invite')}
      </Button>
    </form>
  );
}

type Ending = ReturnType<typeof useEnding>;

function Invited({ name, ending }: { name: string; ending: Ending }) {
  const t = useTexts();
  return (
    <>
      <p>{t.rich('sharing.invited', { name: <bdi key="name">{name}</bdi> })}</p>
      <p className="muted small">{t('sharing.invited-hint', { days: auth.NEST_INVITATION_DAYS })}</p>
      <End ending={ending} label={t('sharing.take-back')} onPress={ending.end} />
    </>
  );
}

function Shared({
  shared: { isMine, sharedWith },
  ending,
}: Pick<SharingProps, 'shared'> & { ending: Ending }) {
  const t = useTexts();
  return (
    <>
      <p>{t.rich(isMine ? 'sharing.with' : 'sharing.of', { name: <bdi key="name">{sharedWith}</bdi> })}</p>
      <End
        ending={ending}
        label={t(isMine ? 'sharing.end' : 'sharing.leave')}
        onPress={() => void ending.ask()}
      />
    </>
  );
}

function End({ ending, label, onPress }: { ending: Ending; label: string; onPress: () => void }) {
  return (
    <>
      <div className="row">
        <Button variant="plain" busy={ending.isPending} onClick={onPress}>
          {label}
        </Button>
      </div>
      {ending.error && <Message kind="bad">{errorSentence(ending.error)}</Message>}
    </>
  );
}

function useEnding(kind: SharingProps['kind'], { id, isMine }: SharingProps['shared'], onLeft: () => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await call(kind === 'nest' ? auth.unshareNest : auth.unshareClass, { params: { id } });
      if (!isMine) onLeft(); // before it is missing here
      await refreshChildren();
    },
  });
  const ask = async () => {
    const isConfirmed = await confirmDialog({
      title: text(isMine ? 'sharing.end-title' : 'sharing.leave-title'),
      message: text(isMine ? 'sharing.end-question' : 'sharing.leave-question'),
      confirmLabel: text(isMine ? 'sharing.end' : 'sharing.leave'),
      danger: true,
    });
    if (isConfirmed) mutate();
  };
  return { ask, end: () => mutate(), isPending, error };
}

import { auth } from '@larksong/contracts';
import type { ComponentProps } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';

const VIDEO_CHOICES = ['keep', 'delete'] as const;

interface PlanDeletionDialogProps {
  account: auth.Account;
  onClose: () => void;
}

/** Says what happens to somebody else's account when it is deleted, and asks about its videos. */
export function PlanDeletionDialog({ account, onClose }: PlanDeletionDialogProps) {
  const t = useTexts();
  const form = useForm({
    defaults: { videos: 'keep' },
    check: () => ({}),
    send: ({ videos }) =>
      call(auth.planDeletion, {
        params: { id: account.id },
        body: { videos: videos === 'delete' ? 'delete' : 'keep' },
      }),
    onSent: async () => {
      await invalidate(auth.listAccounts);
      onClose();
    },
  });
  const name = account.displayName ?? account.username;
  return (
    <Dialog open title={t('account.delete-title')} onClose={onClose}>
      <form {...form.props} className="stack">
        <p>{t('account.delete-question', { name, email: account.email, days: auth.DELETION_DAYS })}</p>
        <VideoChoices field={form.field('videos')} chosen={form.values.videos} />
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
        <div className="actions">
          <Button variant="plain" data-autofocus onClick={onClose}>
            {t('account.delete-cancel')}
          </Button>
          <Button type="submit" variant="danger-solid" busy={form.isBusy}>
            {t('account.delete-confirm', { days: auth.DELETION_DAYS })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface VideoChoicesProps {
  field: Pick<ComponentProps<'input'>, 'name' | 'onChange'>;
  chosen: string;
}

function VideoChoices({ field, chosen }: VideoChoicesProps) {
  const t = useTexts();
  return (
    <fieldset>
      <legend>{t('account.delete-videos')}</legend>
      {VIDEO_CHOICES.map((value) => (
        <label key={value} className="choice">
          <input {...field} type="radio" value={value} checked={chosen === value} />
          <span>
            {t(`account.delete-videos-${value}`)}
            <small>{t(`account.delete-videos-${value}-hint`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

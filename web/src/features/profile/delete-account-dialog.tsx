import { ApiError, auth, catalog } from '@larksong/contracts';
import type { ComponentProps } from 'react';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { forgetSession } from '../auth/session.ts';
import styles from './delete-account-dialog.module.css';

const VIDEO_CHOICES = ['keep', 'delete'] as const;

interface DeleteAccountDialogProps {
  user: auth.User;
  onClose: () => void;
}

/** Lists what will be deleted, asks superadmins about their videos, and asks everybody for the password. */
export function DeleteAccountDialog({ user, onClose }: DeleteAccountDialogProps) {
  const t = useTexts();
  const form = useForm({
    defaults: { videos: 'keep', password: '' },
    check: ({ password }) =>
      only('password', password === '' ? text('delete-account.missing-password') : undefined),
    send: ({ password, videos }) =>
      call(auth.deleteAccount, { body: { password, videos: videos === 'delete' ? 'delete' : 'keep' } }),
    onSent: () => {
      forgetSession();
      void alertDialog({
        title: text('delete-account.done-title'),
        message: text('delete-account.done'),
      });
    },
    onFailed: (error, { show }) => {
      if (isWrongPassword(error)) show({ password: text('delete-account.wrong-password') });
    },
  });
  return (
    <Dialog open title={t('delete-account.question')} onClose={onClose}>
      <form {...form.props} className="stack">
        <Consequences user={user} />
        {user.role === 'superadmin' && (
          <VideoChoices field={form.field('videos')} chosen={form.values.videos} />
        )}
        {form.error && !isWrongPassword(form.error) && (
          <Message kind="bad">{errorSentence(form.error)}</Message>
        )}
        <PasswordField
          label={t('delete-account.password')}
          error={form.errors.password}
          autoComplete="current-password"
          field={form.field('password')}
        />
        <div className="actions">
          <Button variant="plain" onClick={onClose}>
            {t('delete-account.cancel')}
          </Button>
          <Button type="submit" variant="danger-solid" busy={form.isBusy}>
            {t('delete-account.confirm')}
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
      <legend>{t('delete-account.videos')}</legend>
      {VIDEO_CHOICES.map((value) => (
        <label key={value} className="choice">
          <input {...field} type="radio" value={value} checked={chosen === value} />
          <span>
            {t(`delete-account.videos-${value}`)}
            <small>{t(`delete-account.videos-${value}-hint`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Consequences({ user }: { user: auth.User }) {
  const t = useTexts();
  return (
    <>
      <p>{t('delete-account.consequences')}</p>
      <ul className={styles.consequences}>
        <li>{t('delete-account.loses-account')}</li>
        <li>{t('delete-account.loses-likes')}</li>
        <li>{t('delete-account.loses-shares')}</li>
        <LostLists />
        {user.role !== 'superadmin' && <li>{t('delete-account.keeps-videos')}</li>}
      </ul>
    </>
  );
}

/** Says which lists and links end; as long as their numbers are not known, that they do. */
function LostLists() {
  const t = useTexts();
  const { data } = useCall(catalog.countOwnLists, {}, { staleTime: 0 });
  if (data?.lists === 0 && data.links === 0) return null;
  return (
    <>
      {!data && <li>{t('delete-account.loses-lists-and-links')}</li>}
      {data && data.lists > 0 && <li>{t('delete-account.loses-lists', { count: data.lists })}</li>}
      {data && data.links > 0 && <li>{t('delete-account.loses-links', { count: data.links })}</li>}
      <li>{t('delete-account.keeps-site-lists')}</li>
    </>
  );
}

function isWrongPassword(error: Error): boolean {
  return error instanceof ApiError && error.code === 'WRONG_PASSWORD';
}

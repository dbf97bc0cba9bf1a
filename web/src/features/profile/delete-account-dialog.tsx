import { ApiError, auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { forgetSession } from '../auth/session.ts';
import styles from './delete-account-dialog.module.css';

const VIDEO_CHOICES = [
  { value: 'keep', label: 'They stay, without my name', hint: 'Superadmins can still edit and delete them' },
  { value: 'delete', label: 'They are deleted, too', hint: 'Nobody can watch them any more' },
] as const;

interface DeleteAccountDialogProps {
  user: auth.User;
  onClose: () => void;
}

/** Lists what will be deleted, asks superadmins about their videos, and asks everybody for the password. */
export function DeleteAccountDialog({ user, onClose }: DeleteAccountDialogProps) {
  const form = useForm({
    defaults: { videos: 'keep', password: '' },
    check: ({ password }) => only('password', password === '' ? 'Enter your password.' : undefined),
    send: ({ password, videos }) =>
      call(auth.deleteAccount, { body: { password, videos: videos === 'delete' ? 'delete' : 'keep' } }),
    onSent: () => {
      forgetSession();
      void alertDialog({
        title: 'Your account has been deleted',
        message: 'You are signed out everywhere. You can register again with the same email.',
      });
    },
    onFailed: (error, { show }) => {
      if (isWrongPassword(error)) show({ password: 'The password is incorrect.' });
    },
  });
  return (
    <Dialog open title="Delete your account?" onClose={onClose}>
      <form {...form.props} className="stack">
        <Consequences user={user} />
        {user.role === 'superadmin' && (
          <fieldset>
            <legend>The videos that you uploaded</legend>
            {VIDEO_CHOICES.map(({ value, label, hint }) => (
              <label key={value} className="choice">
                <input
                  {...form.field('videos')}
                  type="radio"
                  value={value}
                  checked={form.values.videos === value}
                />
                <span>
                  {label}
                  <small>{hint}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {form.error && !isWrongPassword(form.error) && (
          <Message kind="bad">{errorSentence(form.error)}</Message>
        )}
        <PasswordField
          label="Your password"
          error={form.errors.password}
          autoComplete="current-password"
          field={form.field('password')}
        />
        <div className="actions">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger-solid" busy={form.isBusy}>
            Delete my account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Consequences({ user }: { user: auth.User }) {
  return (
    <>
      <p>This cannot be undone:</p>
      <ul className={styles.consequences}>
        <li>Your name, email and password are deleted, and you are signed out on all devices at once.</li>
        <li>Your likes and what you watched are deleted.</li>
        <li>Videos that were shared with you alone are no longer shared.</li>
        {user.role !== 'superadmin' && (
          <li>If you have ever uploaded videos, they stay on the site without your name.</li>
        )}
      </ul>
    </>
  );
}

function isWrongPassword(error: Error): boolean {
  return error instanceof ApiError && error.code === 'WRONG_PASSWORD';
}

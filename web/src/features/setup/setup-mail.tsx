import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { errorSentence, withWait } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { checkMail, toMailServer } from './check-setup.ts';
import { Text, type SetupFormState } from './text.tsx';

/** The mail server, with a button that tries it. */
export function SetupMail({ form, code }: { form: SetupFormState; code: string }) {
  const { values } = form;
  const trial = useMutation({
    mutationFn: async () => {
      const mail = toMailServer(values);
      if (mail) await call(auth.trySetupMail, { body: { code, mail, to: values.email.trim() } });
    },
  });
  const test = () => {
    const problems = {
      ...(values.email.trim() === '' ? { email: 'Enter the email to send the message to.' } : {}),
      ...checkMail(values),
    };
    form.show(problems);
    if (Object.keys(problems).length === 0) trial.mutate();
  };
  const hasServer = values.mailHost.trim() !== '';
  return (
    <>
      <p>
        The site sends mails through the server of your school or provider: to confirm addresses, for new
        passwords and invitations. Without one, you find the mails under Accounts and pass them on by hand.
      </p>
      <Text form={form} name="mailHost" label="Mail server (optional)" hint="Such as mail.school.example" />
      {hasServer && (
        <>
          <Text form={form} name="mailPort" label="Port" hint="465 or 587, as your provider says" />
          <Text form={form} name="mailUser" label="User name at the mail server (optional)" />
          <PasswordField
            label="Password at the mail server"
            error={form.errors.mailPassword}
            autoComplete="current-password"
            field={form.field('mailPassword')}
          />
          <Text
            form={form}
            name="mailFrom"
            label="Mails come from"
            hint="An email of this server"
            type="email"
          />
          {trial.error && <Message kind="bad">{withWait(trial.error, errorSentence(trial.error))}</Message>}
          {trial.isSuccess && (
            <Message kind="good">The test message is on its way to {values.email.trim()}.</Message>
          )}
          <Button variant="plain" busy={trial.isPending} onClick={test}>
            Send a test message
          </Button>
        </>
      )}
    </>
  );
}

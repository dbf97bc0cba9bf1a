import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence, withWait } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { checkMail, toMailServer } from './check-setup.ts';
import { Text, type SetupFormState } from './text.tsx';

/** The mail server, with a button that tries it. */
export function SetupMail({ form, code }: { form: SetupFormState; code: string }) {
  const t = useTexts();
  const { values } = form;
  const trial = useMutation({
    mutationFn: async () => {
      const mail = toMailServer(values);
      if (mail) await call(auth.trySetupMail, { body: { code, mail, to: values.email.trim() } });
    },
  });
  const test = () => {
    const problems = {
      ...(values.email.trim() === '' ? { email: text('setup.missing-test-email') } : {}),
      ...checkMail(values),
    };
    form.show(problems);
    if (Object.keys(problems).length === 0) trial.mutate();
  };
  const hasServer = values.mailHost.trim() !== '';
  return (
    <>
      <p>{t('setup.mail-about')}</p>
      <Text form={form} name="mailHost" label={t('setup.mail-host')} hint={t('setup.mail-host-hint')} />
      {hasServer && (
        <>
          <Text form={form} name="mailPort" label={t('setup.mail-port')} hint={t('setup.mail-port-hint')} />
          <Text form={form} name="mailUser" label={t('setup.mail-user')} />
          <PasswordField
            label={t('setup.mail-password')}
            error={form.errors.mailPassword}
            autoComplete="current-password"
            field={form.field('mailPassword')}
          />
          <Text
            form={form}
            name="mailFrom"
            label={t('setup.mail-from')}
            hint={t('setup.mail-from-hint')}
            type="email"
          />
          {trial.error && <Message kind="bad">{withWait(trial.error, errorSentence(trial.error))}</Message>}
          {trial.isSuccess && (
            <Message kind="good">{t('setup.test-sent', { email: values.email.trim() })}</Message>
          )}
          <Button variant="plain" busy={trial.isPending} onClick={test}>
            {t('setup.send-test')}
          </Button>
        </>
      )}
    </>
  );
}

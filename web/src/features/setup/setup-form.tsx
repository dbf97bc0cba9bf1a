import { auth, type catalog, LANGUAGE_NAMES, LANGUAGES, type Language } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { setSiteName } from '../../lib/site-name.ts';
import { currentLanguage, useTexts } from '../../lib/texts.ts';
import { errorSentence, withWait } from '../../parts/error-sentence.ts';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { signOut } from '../auth/session.ts';
import { Address } from './address.tsx';
import { checkSetup, toMailServer, type SetupValues } from './check-setup.ts';
import { SetupMail } from './setup-mail.tsx';
import { People } from './people.tsx';
import { Reach } from './reach.tsx';
import { Text, type SetupFormState } from './text.tsx';

interface SetupFormProps {
  code: string;
  setup: auth.Setup;
  onRestore: () => void;
  onDone: (outcome: { restarts: boolean; publicUrl: string }) => void;
}

/** Everything that can be chosen at the first start, filled in with the site's own choices. */
export function SetupForm({ code, setup, onRestore, onDone }: SetupFormProps) {
  const t = useTexts();
  const { decided } = setup;
  const form = useForm({
    defaults: toDefaults(setup),
    check: checkSetup,
    send: async (values) => (await call(auth.finishSetup, { body: toBody(values, code) })).data,
    onSent: async ({ restarts }) => {
      setSiteName(form.values.siteName.trim() || auth.DEFAULT_SITE_NAME);
      await signOut().catch(() => {}); // the generated superadmin's session, if there was one, has ended
      onDone({ restarts, publicUrl: new URL(form.values.publicUrl.trim()).origin });
    },
  });
  return (
    <form {...form.props} className="panel" aria-label={t('setup.title')}>
      <h1>{t('setup.title')}</h1>
      <p>{t('setup.about')}</p>
      {setup.canRestore ? (
        <Button variant="plain" className="wrap" onClick={onRestore}>
          {t('setup.restore-instead')}
        </Button>
      ) : (
        <p>
          {t.rich('setup.restore-by-command', {
            command: <code dir="ltr">docker compose run --rm larksong restore /backups</code>,
          })}
        </p>
      )}
      <Text form={form} name="siteName" label={t('setup.site-name')} hint={t('setup.site-name-hint')} />
      <SiteLanguage form={form} />
      <Account form={form} />
      <People form={form} setup={setup} />
      <h2>{t('setup.mail')}</h2>
      {decided.mail ? <p>{t('setup.decided')}</p> : <SetupMail form={form} code={code} />}
      <h2>{t('setup.place')}</h2>
      <Place form={form} decided={decided} publicUrl={setup.publicUrl} />
      {form.error && <Message kind="bad">{withWait(form.error, errorSentence(form.error))}</Message>}
      <Button type="submit" busy={form.isBusy}>
        {t('setup.finish')}
      </Button>
    </form>
  );
}

function SiteLanguage({ form }: { form: SetupFormState }) {
  const t = useTexts();
  return (
    <Field label={t('setup.language')} hint={t('setup.language-hint')}>
      {(control) => (
        <select {...control} {...form.field('language')}>
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Account({ form }: { form: SetupFormState }) {
  const t = useTexts();
  return (
    <>
      <h2>{t('setup.account')}</h2>
      <p>{t('setup.account-about')}</p>
      <Text
        form={form}
        name="displayName"
        label={t('setup.display-name')}
        hint={t('setup.display-name-hint')}
        complete="name"
      />
      <Text form={form} name="username" label={t('setup.username')} complete="username" />
      <Text form={form} name="email" label={t('setup.email')} type="email" complete="email" />
      <PasswordField
        label={t('setup.password')}
        hint={t('setup.password-hint')}
        error={form.errors.password}
        autoComplete="new-password"
        field={form.field('password')}
      />
    </>
  );
}

interface PlaceProps {
  form: SetupFormState;
  decided: auth.Setup['decided'];
  publicUrl: string;
}

function Place({ form, decided, publicUrl }: PlaceProps) {
  const t = useTexts();
  return (
    <>
      {decided.address ? (
        <p>
          {t.rich('setup.address-decided', { address: <Address url={publicUrl} /> })}{' '}
          <Reach address={publicUrl} />
        </p>
      ) : (
        <Text
          form={form}
          name="publicUrl"
          label={t('setup.address')}
          hint={
            <>
              {t('setup.address-hint')} <Reach address={form.values.publicUrl} />
            </>
          }
          type="url"
        />
      )}
      {decided.folder ? (
        <p>{t('setup.folder-decided')}</p>
      ) : (
        <Text form={form} name="storageFolder" label={t('setup.folder')} hint={t('setup.folder-hint')} />
      )}
    </>
  );
}

function toDefaults(setup: auth.Setup): SetupValues {
  return {
    siteName: setup.siteName,
    displayName: '',
    username: setup.superadmin?.username ?? '',
    email: '',
    password: '',
    registration: setup.registration,
    visitors: setup.visitors ?? '',
    language: currentLanguage(),
    publicUrl: setup.decided.address ? setup.publicUrl : window.location.origin,
    storageFolder: '',
    mailHost: '',
    mailPort: '587',
    mailUser: '',
    mailPassword: '',
    mailFrom: '',
  };
}

function toBody(values: SetupValues, code: string) {
  const { siteName, language, registration, visitors, publicUrl, storageFolder } = values;
  const { email, username, displayName, password } = values;
  return {
    code,
    siteName,
    registration: registration as auth.Registration, // one of the options
    ...(visitors !== '' && { visitors: visitors as catalog.Visitors }), // one of the options
    language: language as Language, // one of the options
    superadmin: { email, username, displayName, password },
    mail: toMailServer(values),
    publicUrl,
    storageFolder,
  };
}

import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { setSiteName } from '../../lib/site-name.ts';
import { errorSentence, withWait } from '../../parts/error-sentence.ts';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { signOut } from '../auth/session.ts';
import { checkSetup, toMailServer, type SetupValues } from './check-setup.ts';
import { SetupMail } from './setup-mail.tsx';
import { Reach } from './reach.tsx';
import { Text, type SetupFormState } from './text.tsx';
import styles from './setup.module.css';

const REGISTRATIONS: Record<auth.Registration, string> = {
  open: 'Everybody',
  invite: 'People whom a superadmin invites',
  closed: 'Nobody',
};
const DECIDED = 'This is set where the site is started, and cannot be changed here.';

interface SetupFormProps {
  code: string;
  setup: auth.Setup;
  onRestore: () => void;
  onDone: (outcome: { restarts: boolean; publicUrl: string }) => void;
}

/** Everything that can be chosen at the first start, filled in with the site's own choices. */
export function SetupForm({ code, setup, onRestore, onDone }: SetupFormProps) {
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
    <form {...form.props} className="panel" aria-label="Set up this site">
      <h1>Set up this site</h1>
      <p>
        Most of this can stay as it is: only your email and a password are missing. Nothing changes until you
        finish.
      </p>
      {setup.canRestore ? (
        <Button variant="plain" onClick={onRestore}>
          Restore a backup instead
        </Button>
      ) : (
        <p>
          To restore a backup instead, stop the services and run{' '}
          <code>docker compose run --rm larksong restore /backups</code>; docs/operations/backup.md has the
          steps.
        </p>
      )}
      <Text
        form={form}
        name="siteName"
        label="Name of this site"
        hint="In titles, mails and on home screens"
      />
      <Account form={form} />
      <People form={form} isDecided={decided.registration} />
      <h2>Mail</h2>
      {decided.mail ? <p>{DECIDED}</p> : <SetupMail form={form} code={code} />}
      <h2>Address and storage</h2>
      <Place form={form} decided={decided} publicUrl={setup.publicUrl} />
      {form.error && <Message kind="bad">{withWait(form.error, errorSentence(form.error))}</Message>}
      <Button type="submit" busy={form.isBusy}>
        Finish
      </Button>
    </form>
  );
}

function Account({ form }: { form: SetupFormState }) {
  return (
    <>
      <h2>Your account</h2>
      <p>You are the first superadmin: you upload songs, change the game, and decide who else can do so.</p>
      <Text
        form={form}
        name="displayName"
        label="Your name (optional)"
        hint="As others see it"
        complete="name"
      />
      <Text form={form} name="username" label="Username" complete="username" />
      <Text form={form} name="email" label="Email" type="email" complete="email" />
      <PasswordField
        label="Password"
        hint="8 to 128 characters, and neither your username nor your email"
        error={form.errors.password}
        autoComplete="new-password"
        field={form.field('password')}
      />
    </>
  );
}

function People({ form, isDecided }: { form: SetupFormState; isDecided: boolean }) {
  return (
    <>
      <h2>People</h2>
      <Field
        label="Who may create an account?"
        hint={isDecided ? DECIDED : 'Nobody needs an account to watch public songs or to play.'}
      >
        {(control) => (
          <select {...control} {...form.field('registration')} disabled={isDecided}>
            {Object.entries(REGISTRATIONS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

interface PlaceProps {
  form: SetupFormState;
  decided: auth.Setup['decided'];
  publicUrl: string;
}

function Place({ form, decided, publicUrl }: PlaceProps) {
  return (
    <>
      {decided.address ? (
        <p>
          The address of this site is <span className={styles.address}>{publicUrl}</span>. {DECIDED}{' '}
          <Reach address={publicUrl} />
        </p>
      ) : (
        <Text
          form={form}
          name="publicUrl"
          label="Address of this site"
          hint={
            <>
              As people type it; links in mails begin with it. <Reach address={form.values.publicUrl} />
            </>
          }
          type="url"
        />
      )}
      {decided.folder ? (
        <p>Where videos are kept is set where the site is started, too.</p>
      ) : (
        <Text
          form={form}
          name="storageFolder"
          label="Folder for videos (optional)"
          hint="An empty folder on a larger disk, such as /srv/larksong. Without one, videos are kept in the data folder."
        />
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
  const { siteName, registration, publicUrl, storageFolder } = values;
  const { email, username, displayName, password } = values;
  return {
    code,
    siteName,
    registration: registration as auth.Registration, // one of the options
    superadmin: { email, username, displayName, password },
    mail: toMailServer(values),
    publicUrl,
    storageFolder,
  };
}

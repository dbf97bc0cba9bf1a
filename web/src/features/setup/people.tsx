import type { auth } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import type { SetupFormState } from './text.tsx';

const REGISTRATIONS: readonly auth.Registration[] = ['open', 'invite', 'closed'];

/** Who may create an account, and who sees songs without one. */
export function People({ form, setup }: { form: SetupFormState; setup: auth.Setup }) {
  const t = useTexts();
  const isDecided = setup.decided.registration;
  const keepsNobodyOut = form.values.visitors === 'nobody' && form.values.registration === 'open';
  return (
    <>
      <h2>{t('setup.people')}</h2>
      <Field
        label={t('setup.registration')}
        hint={t(isDecided ? 'setup.decided' : 'setup.registration-hint')}
      >
        {(control) => (
          <select {...control} {...form.field('registration')} disabled={isDecided}>
            {REGISTRATIONS.map((value) => (
              <option key={value} value={value}>
                {t(`setup.registration.${value}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {setup.visitors && (
        <Field label={t('setup.visitors')} hint={t('setup.visitors-hint')}>
          {(control) => (
            <select {...control} {...form.field('visitors')}>
              {(['everybody', 'nobody'] as const).map((value) => (
                <option key={value} value={value}>
                  {t(`setup.visitors.${value}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {keepsNobodyOut && <Message kind="warn">{t('setup.visitors-open')}</Message>}
    </>
  );
}

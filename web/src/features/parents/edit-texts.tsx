import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { setSiteName } from '../../lib/site-name.ts';
import { text, useTexts, type Texts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useForm, type FieldErrors, type Form } from '../../parts/use-form.ts';
import { useLeaveWarning } from '../../parts/use-leave-warning.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { SECTIONS } from './sections.ts';
import { textsLanguage } from './site-texts.ts';

/** The limits of the contract, in Unicode characters. */
const MAX_LENGTH = 5000;
const MAX_NAME_LENGTH = 60;

const NAMES = ['name', ...SECTIONS] as const satisfies (keyof auth.SiteTexts)[];

type Values = Record<keyof auth.SiteTexts, string>;

interface EditTextsProps {
  texts: auth.SiteTexts;
  onClose: () => void;
}

/** The form in which a superadmin names the site and writes the texts of the page. */
export function EditTexts({ texts, onClose }: EditTextsProps) {
  const t = useTexts();
  const defaults = toValues(texts);
  const form = useForm({
    defaults,
    check,
    send: (body) => call(auth.putSiteTexts, { body: { ...body, ...textsLanguage(t.language) } }),
    onSent: async ({ data }) => {
      setSiteName(data.texts.name.content);
      await invalidate(auth.getSiteTexts);
      onClose();
      saySaved();
    },
  });
  const isChanged = NAMES.some((name) => form.values[name] !== defaults[name]);
  useLeaveWarning(isChanged && !form.isSent, t('edit-texts.leave'));
  return (
    <form {...form.props} className="panel" aria-label={t('edit-texts.title')}>
      {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      <NameField form={form} />
      {SECTIONS.map((name) => (
        <Field
          key={name}
          label={t(`for-parents.section.${name}`)}
          hint={toHint(texts[name], t)}
          error={form.errors[name]}
        >
          {(control) => <textarea {...control} {...form.field(name)} rows={8} dir="auto" />}
        </Field>
      ))}
      <div className="row">
        <Button type="submit" busy={form.isBusy}>
          {t('edit-texts.save')}
        </Button>
        <Button variant="plain" onClick={onClose}>
          {t('edit-texts.cancel')}
        </Button>
      </div>
    </form>
  );
}

function NameField({ form }: { form: Form<Values, unknown> }) {
  const t = useTexts();
  return (
    <Field
      label={t('edit-texts.name')}
      hint={t('edit-texts.name-hint', { name: auth.DEFAULT_SITE_NAME })}
      error={form.errors.name}
    >
      {(control) => <input {...control} {...form.field('name')} type="text" dir="auto" autoComplete="off" />}
    </Field>
  );
}

function toHint({ isDefault, language = 'en' }: auth.SiteText, t: Texts): string {
  if (isDefault) return t('edit-texts.default-hint');
  if (language === t.language) return t('edit-texts.own-hint');
  // Readers of this page's language see the text of another one until somebody writes it.
  const nameOf = (code: string) => new Intl.DisplayNames(t.language, { type: 'language' }).of(code) ?? code;
  return t('edit-texts.other-language-hint', { shown: nameOf(language), language: nameOf(t.language) });
}

function toValues({ name, about, privacy, contact }: auth.SiteTexts): Values {
  return { name: name.content, about: about.content, privacy: privacy.content, contact: contact.content };
}

function check(values: Values): FieldErrors<Values> {
  const long = SECTIONS.filter((name) => Array.from(values[name]).length > MAX_LENGTH);
  return {
    ...(Array.from(values.name.trim()).length > MAX_NAME_LENGTH
      ? { name: text('edit-texts.name-too-long') }
      : {}),
    ...Object.fromEntries(long.map((name) => [name, text('edit-texts.too-long', { limit: MAX_LENGTH })])),
  };
}

import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { setSiteName } from '../../lib/site-name.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useForm, type FieldErrors } from '../../parts/use-form.ts';
import { useLeaveWarning } from '../../parts/use-leave-warning.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { SECTIONS } from './sections.ts';

/** The limits of the contract, in Unicode characters. */
const MAX_LENGTH = 5000;
const MAX_NAME_LENGTH = 60;
const NAME_HINT = `In titles, mails and link previews, and on home screens. Leave it empty for ${auth.DEFAULT_SITE_NAME}.`;
const DEFAULT_HINT = 'This is the default text. Nobody has changed it yet.';
const OWN_HINT = 'Empty lines separate paragraphs. Leave the field empty to show the default text.';

const NAMES = ['name', 'about', 'privacy', 'contact'] as const satisfies (keyof auth.SiteTexts)[];

type Values = Record<keyof auth.SiteTexts, string>;

interface EditTextsProps {
  texts: auth.SiteTexts;
  onClose: () => void;
}

/** The form in which a superadmin names the site and writes the texts of the page. */
export function EditTexts({ texts, onClose }: EditTextsProps) {
  const defaults = toValues(texts);
  const form = useForm({
    defaults,
    check,
    send: (body) => call(auth.putSiteTexts, { body }),
    onSent: async ({ data }) => {
      setSiteName(data.texts.name.content);
      await invalidate(auth.getSiteTexts);
      onClose();
      saySaved();
    },
  });
  const isChanged = NAMES.some((name) => form.values[name] !== defaults[name]);
  useLeaveWarning(isChanged && !form.isSent, 'What you changed will be lost.');
  return (
    <form {...form.props} className="panel" aria-label="Edit texts">
      {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      <Field label="Name of this site" hint={NAME_HINT} error={form.errors.name}>
        {(control) => (
          <input {...control} {...form.field('name')} type="text" dir="auto" autoComplete="off" />
        )}
      </Field>
      {SECTIONS.map(({ name, title }) => (
        <Field
          key={name}
          label={title}
          hint={texts[name].isDefault ? DEFAULT_HINT : OWN_HINT}
          error={form.errors[name]}
        >
          {(control) => <textarea {...control} {...form.field(name)} rows={8} dir="auto" />}
        </Field>
      ))}
      <div className="row">
        <Button type="submit" busy={form.isBusy}>
          Save
        </Button>
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function toValues({ name, about, privacy, contact }: auth.SiteTexts): Values {
  return { name: name.content, about: about.content, privacy: privacy.content, contact: contact.content };
}

function check(values: Values): FieldErrors<Values> {
  const long = SECTIONS.filter(({ name }) => Array.from(values[name]).length > MAX_LENGTH);
  return {
    ...(Array.from(values.name.trim()).length > MAX_NAME_LENGTH
      ? { name: 'The name of a site can have at most 60 characters.' }
      : {}),
    ...Object.fromEntries(long.map(({ name }) => [name, 'A text can have at most 5,000 characters.'])),
  };
}

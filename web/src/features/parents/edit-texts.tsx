import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useForm, type FieldErrors } from '../../parts/use-form.ts';
import { useLeaveWarning } from '../../parts/use-leave-warning.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { TITLES } from './titles.ts';

/** The limit of the contract, in Unicode characters. */
const MAX_LENGTH = 5000;
const DEFAULT_HINT = 'This is the default text. Nobody has changed it yet.';
const OWN_HINT = 'Empty lines separate paragraphs. Leave the field empty to show the default text.';

type Values = Record<(typeof TITLES)[number]['name'], string>;

interface EditTextsProps {
  texts: auth.SiteTexts;
  onClose: () => void;
}

/** The form in which a superadmin writes the texts of the page. */
export function EditTexts({ texts, onClose }: EditTextsProps) {
  const defaults: Values = {
    about: texts.about.content,
    privacy: texts.privacy.content,
    contact: texts.contact.content,
  };
  const form = useForm({
    defaults,
    check,
    send: (body) => call(auth.putSiteTexts, { body }),
    onSent: async () => {
      await invalidate(auth.getSiteTexts);
      onClose();
    },
  });
  const isChanged = TITLES.some(({ name }) => form.values[name] !== defaults[name]);
  useLeaveWarning(isChanged && !form.isSent, 'What you changed will be lost.');
  return (
    <form {...form.props} className="panel" aria-label="Edit texts">
      {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      {TITLES.map(({ name, title }) => (
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

function check(values: Values): FieldErrors<Values> {
  const long = TITLES.filter(({ name }) => Array.from(values[name]).length > MAX_LENGTH);
  return Object.fromEntries(long.map(({ name }) => [name, 'A text has up to 5,000 characters.']));
}

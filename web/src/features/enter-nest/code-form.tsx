import { text, useTexts } from '../../lib/texts.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toCardCode } from './card-code.ts';
import styles from './code-form.module.css';

interface CodeFormProps {
  /** 1 if its title is the page's own heading. */
  level?: 1 | 2;
  onTyped: (code: string) => void;
}

/** Where the code of a class, or of a card, is typed on a tablet. */
export function CodeForm({ level = 1, onTyped }: CodeFormProps) {
  const t = useTexts();
  const Heading = `h${level}` as const;
  const form = useForm({
    defaults: { code: '' },
    check: ({ code }) => only('code', toCardCode(code) === '' ? text('enter.missing') : undefined),
    send: async ({ code }) => toCardCode(code),
    onSent: onTyped,
  });
  return (
    <form {...form.props} className={`panel ${styles.form}`}>
      <Heading>{t('enter.title')}</Heading>
      <Field label={t('enter.code')} hint={t('enter.hint')} error={form.errors.code}>
        {(control) => (
          <input
            {...control}
            {...form.field('code')}
            className={styles.code}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
          />
        )}
      </Field>
      <Button type="submit" busy={form.isBusy}>
        {t('enter.go')}
      </Button>
    </form>
  );
}

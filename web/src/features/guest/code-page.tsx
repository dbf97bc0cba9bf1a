import { useState } from 'react';
import { useNavigate } from 'react-router';

import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { isWhole, toCode } from './code.ts';
import { isClosed, openByCode } from './guest-list.ts';
import { NotOpen } from './not-open.tsx';
import { useNoReferrer } from './use-no-referrer.ts';
import styles from './guest-page.module.css';

/**
 * Where the code of the board is typed. A code that opens nothing, typed here or in the address, leads to the same page, on
 * which it can be typed again.
 */
export function CodePage({ isNotOpen = false }: { isNotOpen?: boolean }) {
  const t = useTexts();
  const { form, hasFailed } = useCodeForm();
  useDocumentTitle(t('guest-code.tab'));
  useNoReferrer();
  const isBelow = isNotOpen || hasFailed;
  const Heading = isBelow ? 'h2' : 'h1';
  return (
    <div className="page">
      {isBelow && <NotOpen />}
      <form {...form.props} className={`panel ${styles.codeForm}`}>
        <Heading>{t('guest-code.title')}</Heading>
        <Field label={t('guest-code.code')} hint={t('guest-code.hint')} error={form.errors.code}>
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
        {form.error && !isClosed(form.error) && <Message kind="bad">{errorSentence(form.error)}</Message>}
        <Button type="submit" busy={form.isBusy}>
          {t('guest-code.open')}
        </Button>
      </form>
    </div>
  );
}

function useCodeForm() {
  const navigate = useNavigate();
  const [hasFailed, setFailed] = useState(false);
  const form = useForm({
    defaults: { code: '' },
    check: ({ code }) => only('code', checkCode(toCode(code))),
    send: async ({ code }) => {
      await openByCode(toCode(code));
      return toCode(code);
    },
    onSent: (code) => navigate(paths.guestOf(code)),
    onFailed: (error) => setFailed(isClosed(error)),
  });
  return { form, hasFailed };
}

function checkCode(code: string): string | undefined {
  if (code === '') return text('guest-code.missing');
  return isWhole(code) ? undefined : text('guest-code.length');
}

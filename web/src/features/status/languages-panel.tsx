import { auth, LANGUAGE_NAMES, LANGUAGES, type Language } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { showOffered } from '../../lib/language.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { useEdited } from './use-edited.ts';
import styles from './status.module.css';

/** For superadmins: the languages in which the site can be read. */
export function LanguagesPanel() {
  const t = useTexts();
  const query = useCall(auth.getSiteName, {});
  const languages = query.data && (query.data.languages ?? auth.DEFAULT_LANGUAGES);
  return (
    <section className={styles.part} aria-labelledby="languages">
      <h2 id="languages">{t('languages.title')}</h2>
      {query.isError && !languages && (
        <LoadFailed title={t('languages.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {languages && <LanguagesForm saved={languages} />}
    </section>
  );
}

function LanguagesForm({ saved }: { saved: auth.SiteLanguages }) {
  const t = useTexts();
  const edited = useEdited(saved);
  const chosen = edited.values;
  const save = useSave();
  return (
    <form
      className="panel"
      aria-label={t('languages.title')}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(chosen, { onSuccess: () => edited.settle(chosen) });
      }}
    >
      {save.error && <Message kind="bad">{errorSentence(save.error)}</Message>}
      <Field label={t('languages.default')} hint={t('languages.default-hint')}>
        {(control) => (
          <select
            {...control}
            value={chosen.default}
            onChange={({ target }) => edited.change(withDefault(chosen, target.value))}
          >
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Offered chosen={chosen} onChange={edited.change} />
      <Button type="submit" busy={save.isPending}>
        {t('languages.save')}
      </Button>
    </form>
  );
}

interface OfferedProps {
  chosen: auth.SiteLanguages;
  onChange: (chosen: auth.SiteLanguages) => void;
}

function Offered({ chosen, onChange }: OfferedProps) {
  const t = useTexts();
  const names = new Intl.DisplayNames(t.language, { type: 'language' });
  const { offered } = chosen;
  const toggle = (language: Language) => {
    const others = offered.filter((other) => other !== language);
    onChange({ ...chosen, offered: offered.includes(language) ? others : [...others, language] });
  };
  return (
    <fieldset>
      <legend>{t('languages.offered')}</legend>
      {LANGUAGES.map((language) => (
        <label key={language} className="choice">
          <input
            type="checkbox"
            checked={offered.includes(language)}
            disabled={language === chosen.default}
            onChange={() => toggle(language)}
          />
          <span>
            <span lang={language}>{LANGUAGE_NAMES[language]}</span>
            {language !== t.language && <small>{names.of(language)}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function useSave() {
  return useMutation({
    mutationFn: async (body: auth.SiteLanguages) =>
      (await call(auth.putSiteLanguages, { body })).data.languages,
    onSuccess: async (languages) => {
      showOffered([languages.default, ...languages.offered]);
      await invalidate(auth.getSiteName);
      saySaved();
    },
  });
}

/** The default is always offered. */
function withDefault({ offered }: auth.SiteLanguages, value: string): auth.SiteLanguages {
  const language = value as Language; // one of the options
  return { default: language, offered: offered.includes(language) ? offered : [...offered, language] };
}

import { auth, catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { useEdited } from './use-edited.ts';
import styles from './status.module.css';

/** For superadmins: who sees songs without signing in, and whether a closed site closes its game as well. */
export function AccessPanel() {
  const t = useTexts();
  const query = useCall(catalog.getSiteAccessChoice, {}, { refetchOnWindowFocus: true });
  const choice = query.data?.choice;
  return (
    <section className={styles.part} aria-labelledby="access">
      <h2 id="access">{t('access.title')}</h2>
      {query.isError && !choice && (
        <LoadFailed title={t('access.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {choice && <AccessForm saved={choice} />}
    </section>
  );
}

function AccessForm({ saved }: { saved: catalog.SiteAccessChoice }) {
  const t = useTexts();
  const { decided } = saved;
  const edited = useEdited(saved);
  // What the site's environment decides is not for the form.
  const chosen = { ...edited.values, decided };
  const { visitors, game } = chosen;
  const save = useSave();
  return (
    <form
      className="panel"
      aria-label={t('access.title')}
      onSubmit={(event) => {
        event.preventDefault();
        const changes = {
          ...(!decided.visitors && { visitors }),
          ...(!decided.game && { game }),
          ...(chosen.links !== edited.base.links && { links: chosen.links }),
        };
        save.mutate(changes, { onSuccess: () => edited.settle(edited.values) });
      }}
    >
      {save.error && <Message kind="bad">{errorSentence(save.error)}</Message>}
      <Choices chosen={chosen} onChange={edited.change} />
      <LinksChoice chosen={chosen} onChange={edited.change} />
      {visitors === 'nobody' && <RegistrationWarning />}
      {(decided.visitors || decided.game) && <p className="muted small">{t('access.decided')}</p>}
      <p className="muted small">{t('access.caches')}</p>
      <Button
        type="submit"
        busy={save.isPending}
        disabled={decided.visitors && decided.game && visitors === 'everybody'}
      >
        {t('access.save')}
      </Button>
    </form>
  );
}

interface ChoicesProps {
  chosen: catalog.SiteAccessChoice;
  onChange: (chosen: catalog.SiteAccessChoice) => void;
}

function Choices({ chosen, onChange }: ChoicesProps) {
  const t = useTexts();
  const { visitors, game, decided } = chosen;
  const isClosed = visitors === 'nobody';
  return (
    <>
      <fieldset>
        <legend className="sr-only">{t('access.title')}</legend>
        {(['everybody', 'nobody'] as const).map((value) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name="visitors"
              checked={visitors === value}
              disabled={decided.visitors}
              onChange={() => onChange({ ...chosen, visitors: value })}
            />
            <span>
              {t(`access.${value}`)}
              <small>{t(`access.${value}-hint`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="choice">
        <input
          type="checkbox"
          checked={isClosed && game === 'nobody'}
          disabled={!isClosed || decided.game}
          onChange={({ target }) => onChange({ ...chosen, game: target.checked ? 'nobody' : 'everybody' })}
        />
        <span>
          {t('access.game')}
          <small>{t('access.game-hint')}</small>
        </span>
      </label>
    </>
  );
}

/** Whose links to lists open on a closed site. On an open one everybody's do. */
function LinksChoice({ chosen, onChange }: ChoicesProps) {
  const t = useTexts();
  return (
    <Field label={t('access.links')} hint={t('access.links-hint')}>
      {(control) => (
        <select
          {...control}
          value={chosen.links}
          disabled={chosen.visitors === 'everybody'}
          onChange={({ target }) =>
            onChange({
              ...chosen,
              links: catalog.CLOSED_LINKS.find((value) => value === target.value) ?? 'nobody',
            })
          }
        >
          {catalog.CLOSED_LINKS.map((value) => (
            <option key={value} value={value}>
              {t(`access.links-${value}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Says so if a closed site keeps nobody out. */
function RegistrationWarning() {
  const t = useTexts();
  const { data } = useCall(auth.getAuthSettings, {});
  return data?.registration === 'open' && <Message kind="warn">{t('access.registration-open')}</Message>;
}

function useSave() {
  return useMutation({
    mutationFn: (body: Partial<Omit<catalog.SiteAccessChoice, 'decided'>>) =>
      call(catalog.putSiteAccess, { body }),
    onSuccess: async () => {
      await invalidate(catalog.getSiteAccessChoice);
      saySaved();
    },
  });
}

import { auth } from '@larksong/contracts';
import { Ban, EyeOff, Lock, Pencil } from 'lucide-react';
import { useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { useSession } from '../auth/session.ts';
import { EditTexts } from './edit-texts.tsx';
import { toParagraphs } from './paragraphs.ts';
import { SECTIONS } from './sections.ts';
import { textsLanguage } from './site-texts.ts';
import styles from './for-parents.module.css';

/** What this site is, what it stores and how to reach the people who run it, in texts that superadmins edit. */
export function ForParents() {
  const t = useTexts();
  const { user, isSuperadmin } = useSession();
  const [isEditing, setEditing] = useState(false);
  const query = useCall(auth.getSiteTexts, { query: textsLanguage(t.language) });
  const texts = query.data?.texts;
  return (
    <>
      <div className="row apart">
        <h1>{t('for-parents.title')}</h1>
        {isSuperadmin && texts && !isEditing && (
          <Button variant="plain" onClick={() => setEditing(true)}>
            <Pencil className="icon" aria-hidden />
            {t('for-parents.edit')}
          </Button>
        )}
      </div>
      <Promises />
      {query.isPending && <Waiting />}
      {query.isError && texts === undefined && (
        <LoadFailed
          title={t('for-parents.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {texts && isEditing && isSuperadmin && (
        <EditTexts key={`${user?.id} ${t.language}`} texts={texts} onClose={() => setEditing(false)} />
      )}
      {texts && !(isEditing && isSuperadmin) && <Sections texts={texts} />}
    </>
  );
}

/** True for every site that runs this client, so it is not editable. */
function Promises() {
  const t = useTexts();
  return (
    <ul className={styles.promises}>
      <li>
        <Ban className="icon" aria-hidden />
        {t('for-parents.no-adverts')}
      </li>
      <li>
        <EyeOff className="icon" aria-hidden />
        {t('for-parents.no-trackers')}
      </li>
      <li>
        <Lock className="icon" aria-hidden />
        {t('for-parents.no-account')}
      </li>
    </ul>
  );
}

function Sections({ texts }: { texts: auth.SiteTexts }) {
  const t = useTexts();
  return SECTIONS.map((name) => (
    <section key={name} className="panel" aria-labelledby={name}>
      <h2 id={name}>{t(`for-parents.section.${name}`)}</h2>
      {toParagraphs(texts[name].content).map((paragraph) => (
        <p key={paragraph} className={styles.text} dir="auto">
          {paragraph}
        </p>
      ))}
    </section>
  ));
}

function Waiting() {
  const t = useTexts();
  return (
    <div className="panel">
      <Status className="muted">{t('for-parents.loading')}</Status>
      <div aria-hidden>
        <div className="bone" />
        <div className="bone" />
      </div>
    </div>
  );
}

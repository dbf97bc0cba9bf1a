import { auth } from '@larksong/contracts';
import { Ban, EyeOff, Lock, Pencil } from 'lucide-react';
import { useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { useSession } from '../auth/session.ts';
import { EditTexts } from './edit-texts.tsx';
import { toParagraphs } from './paragraphs.ts';
import { SECTIONS } from './sections.ts';
import styles from './for-parents.module.css';

/** What this site is, what it stores and how to reach the people who run it, in texts that superadmins edit. */
export function ForParents() {
  const { user, isSuperadmin } = useSession();
  const [isEditing, setEditing] = useState(false);
  const query = useCall(auth.getSiteTexts, {});
  const texts = query.data?.texts;
  return (
    <>
      <div className="row apart">
        <h1>For parents</h1>
        {isSuperadmin && texts && !isEditing && (
          <Button variant="plain" onClick={() => setEditing(true)}>
            <Pencil className="icon" aria-hidden />
            Edit texts
          </Button>
        )}
      </div>
      <Promises />
      {query.isPending && <Waiting />}
      {query.isError && texts === undefined && (
        <LoadFailed
          title="The texts could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {texts && isEditing && isSuperadmin && (
        <EditTexts key={user?.id} texts={texts} onClose={() => setEditing(false)} />
      )}
      {texts && !(isEditing && isSuperadmin) && <Texts texts={texts} />}
    </>
  );
}

/** True for every site that runs this client, so it is not editable. */
function Promises() {
  return (
    <ul className={styles.promises}>
      <li>
        <Ban className="icon" aria-hidden />
        No adverts
      </li>
      <li>
        <EyeOff className="icon" aria-hidden />
        No trackers
      </li>
      <li>
        <Lock className="icon" aria-hidden />
        Public songs and the memory game need no account
      </li>
    </ul>
  );
}

function Texts({ texts }: { texts: auth.SiteTexts }) {
  return SECTIONS.map(({ name, title }) => (
    <section key={name} className="panel" aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      {toParagraphs(texts[name].content).map((paragraph) => (
        <p key={paragraph} className={styles.text} dir="auto">
          {paragraph}
        </p>
      ))}
    </section>
  ));
}

function Waiting() {
  return (
    <div className="panel">
      <Status className="muted">Loading...</Status>
      <div aria-hidden>
        <div className="bone" />
        <div className="bone" />
      </div>
    </div>
  );
}

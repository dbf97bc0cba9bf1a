import type { catalog } from '@larksong/contracts';
import { Link2 } from 'lucide-react';
import { useId, useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { findAddressTrouble, publicAddress } from '../../lib/public-address.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { LinkState, OneLink } from './one-link.tsx';
import { useLinks } from './links.ts';
import styles from './share-panel.module.css';

interface SharePanelProps {
  listId: string;
  /** The name of the list, which a new link has first. */
  listName: string;
}

/** The links to a list, for those who may change it. */
export function SharePanel({ listId, listName }: SharePanelProps) {
  const t = useTexts();
  const titleId = useId();
  const query = useLinks(listId);
  const links = query.data?.links;
  return (
    <section className={`panel ${styles.panel}`} aria-labelledby={titleId}>
      <div className="row apart">
        <h2 id={titleId}>{t('share.title')}</h2>
        {links?.length === 1 && links[0] && <LinkState link={links[0]} />}
      </div>
      {query.isPending && <Status className="muted">{t('share.loading')}</Status>}
      {query.isError && !links && (
        <LoadFailed
          level={3}
          title={t('share.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Links listId={listId} listName={listName} data={query.data} />}
    </section>
  );
}

interface LinksProps extends SharePanelProps {
  data: { links: catalog.ListLink[]; areAllowed: boolean };
}

function Links({ listId, listName, data: { links, areAllowed } }: LinksProps) {
  const t = useTexts();
  const [isMaking, setMaking] = useState(false);
  const [hasTakenBack, setTakenBack] = useState(false);
  /** The link that is open, of several; a new one is shown to whoever made it. */
  const [openId, setOpenId] = useState(links[0]?.id);
  const [only, ...others] = links;
  const one = { listId, onTakenBack: () => setTakenBack(true) };
  return (
    <>
      {!areAllowed && <Message kind="warn">{t('share.closed')}</Message>}
      {findAddressTrouble(publicAddress()) === 'local' && (
        <Message kind="warn">{t('share.local', { address: publicAddress().origin })}</Message>
      )}
      {!only && <p>{t(hasTakenBack ? 'share.taken-back' : 'share.none')}</p>}
      {only && others.length === 0 && <OneLink key={only.id} link={only} {...one} />}
      {others.length > 0 && <Several links={links} openId={openId} onOpen={setOpenId} {...one} />}
      {(areAllowed || only) && (
        <Button variant={only ? 'plain' : 'solid'} disabled={!areAllowed} onClick={() => setMaking(true)}>
          <Link2 className="icon" aria-hidden />
          {t(only ? 'share.make-another' : hasTakenBack ? 'share.make-new' : 'share.make')}
        </Button>
      )}
      {isMaking && (
        <LinkDialog
          listId={listId}
          name={listName}
          onMade={(link) => setOpenId(link.id)}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}

interface SeveralProps {
  listId: string;
  links: readonly catalog.ListLink[];
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  onTakenBack: () => void;
}

/** Several links, of which one is open. */
function Several({ links, openId, onOpen, ...one }: SeveralProps) {
  const t = useTexts();
  return links.map((link) => (
    <details
      key={link.id}
      className={styles.one}
      open={link.id === openId}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen(link.id);
        else if (link.id === openId) onOpen(undefined);
      }}
    >
      <summary>
        <span className={styles.name}>
          <bdi>{link.name}</bdi>
          <span className="muted small">{t('share.opened', { count: link.openingCount })}</span>
        </span>
        <LinkState link={link} />
      </summary>
      {link.id === openId && <OneLink link={link} {...one} />}
    </details>
  ));
}

import { catalog } from '@larksong/contracts';
import { Lightbulb, LogIn, Plus } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { formatInteger } from '../../lib/integers.ts';
import { getSiteName } from '../../lib/site-name.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { useSession } from '../auth/session.ts';
import { openSignIn } from '../auth/sign-in.tsx';
import { DeletedLists } from './deleted-lists.tsx';
import { ListDialog } from './list-dialog.tsx';
import { ListMenu } from './list-menu.tsx';
import { ListTile, WaitingTiles } from './list-tile.tsx';
import styles from './lists.module.css';

/** The tiles of the first row, whose pictures load at once. */
const EAGER = 4;
const WAITING = 4;

/** The lists of the user, and those of the site. */
export function Lists() {
  const t = useTexts();
  const { status } = useSession();
  const query = useCall(catalog.listSongLists, {}, { staleTime: 0 });
  const lists = status === 'loading' ? undefined : query.data;
  const isSignedIn = status === 'signed-in';
  const own = lists?.own ?? [];
  return (
    <>
      <div className="row apart">
        <h1>{t('lists.title')}</h1>
        {isSignedIn && own.length > 0 && <NewList count={own.length} />}
      </div>
      {query.isRefetchError && lists && (
        <Message kind="warn">{t('lists.stale', { error: errorSentence(query.error) })}</Message>
      )}
      {!lists && query.isError && (
        <LoadFailed title={t('lists.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!lists && !query.isError && <Waiting />}
      {lists && !isSignedIn && <SignInFirst hasSite={lists.site.length > 0} />}
      {lists && isSignedIn && own.length === 0 && <NoLists />}
      {lists && <Suggested lists={[...own, ...lists.site]} />}
      {own.length > 0 && (
        <Group title={t('lists.mine')} lists={own}>
          {(list) => <ListMenu list={list} className={styles.more ?? ''} />}
        </Group>
      )}
      {lists && lists.site.length > 0 && <SiteLists lists={lists.site} />}
      {lists && isSignedIn && <DeletedLists />}
    </>
  );
}

/** The lists of the user for which songs were suggested. */
function Suggested({ lists }: { lists: readonly catalog.SongListCard[] }) {
  const t = useTexts();
  const waiting = lists.filter(({ suggestionCount = 0 }) => suggestionCount > 0);
  if (waiting.length === 0) return null;
  const links = waiting.map(({ id, name, suggestionCount = 0 }, index) => (
    <Fragment key={id}>
      {index > 0 && ' · '}
      <Link to={paths.listOf(id)}>
        <bdi>{name}</bdi>
      </Link>{' '}
      ({formatInteger(suggestionCount)})
    </Fragment>
  ));
  return <Message icon={Lightbulb}>{t.rich('lists.suggested', { lists: links })}</Message>;
}

function SiteLists({ lists }: { lists: readonly catalog.SongListCard[] }) {
  const t = useTexts();
  const { isSuperadmin } = useSession();
  return (
    <Group title={t('lists.of-site', { site: getSiteName() })} lists={lists}>
      {(list) => <ListMenu list={list} order={isSuperadmin ? lists : []} className={styles.more ?? ''} />}
    </Group>
  );
}

interface GroupProps {
  title: string;
  lists: readonly catalog.SongListCard[];
  /** Returns the menu of a list. */
  children: (list: catalog.SongListCard) => ReactNode;
}

function Group({ title, lists, children }: GroupProps) {
  const t = useTexts();
  return (
    <section className={styles.group} aria-label={title}>
      <div className="row apart">
        <h2>{title}</h2>
        <p className="muted small">{t('lists.count', { count: lists.length })}</p>
      </div>
      <ul className={styles.tiles}>
        {lists.map((list, index) => (
          <ListTile key={list.id} list={list} isEager={index < EAGER} more={children(list)} />
        ))}
      </ul>
    </section>
  );
}

/** Makes a list, and opens it. */
function NewList({ count }: { count: number }) {
  const t = useTexts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus className="icon" aria-hidden />
        {t('lists.new')}
      </Button>
      {isOpen && (
        <ListDialog
          count={count}
          onMade={(list) => void navigate(paths.listOf(list.id))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function NoLists() {
  const t = useTexts();
  return (
    <EmptyState meadow title={t('lists.none')} hint={t('lists.none-hint')} action={<NewList count={0} />} />
  );
}

function SignInFirst({ hasSite }: { hasSite: boolean }) {
  const t = useTexts();
  return (
    <EmptyState
      meadow
      title={t('lists.sign-in-first')}
      hint={hasSite ? t('lists.site-open', { site: getSiteName() }) : t('lists.none-hint')}
      action={
        <Button data-grown-ups onClick={() => openSignIn()}>
          <LogIn className="icon points" aria-hidden />
          {t('gate.sign-in')}
        </Button>
      }
    />
  );
}

function Waiting() {
  const t = useTexts();
  return (
    <section className={styles.group}>
      <Status className="muted small">{t('lists.loading')}</Status>
      <ul className={styles.tiles} aria-hidden>
        <WaitingTiles count={WAITING} />
      </ul>
    </section>
  );
}

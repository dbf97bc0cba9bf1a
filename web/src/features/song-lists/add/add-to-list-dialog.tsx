import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { text, useTexts } from '../../../lib/texts.ts';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { ListSign } from '../../../parts/list-sign.tsx';
import { LoadFailed } from '../../../parts/load-failed.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { useSession } from '../../auth/session.ts';
import { openSignIn } from '../../auth/sign-in.tsx';
import { sayDone } from '../change-lists.ts';
import { describeSongs } from '../list-facts.ts';
import { ListDialog } from '../list-dialog.tsx';
import { changeMembership } from './change-membership.ts';
import styles from '../pick.module.css';

interface AddToListDialogProps {
  /** One song, or many. */
  ids: readonly string[];
  /** What is added, in words. */
  subject: string;
  /** Called with whether something was added. */
  onClose: (isDone: boolean) => void;
}

/** Adds songs to lists, or one song no longer to some; asks visitors to sign in. */
export function AddToListDialog(props: AddToListDialogProps) {
  const { status } = useSession();
  return status === 'signed-in' ? <Lists {...props} /> : <SignInFirst onClose={() => props.onClose(false)} />;
}

function Lists({ ids, subject, onClose }: AddToListDialogProps) {
  const t = useTexts();
  const { isSuperadmin } = useSession();
  const [only] = ids.length === 1 ? ids : [];
  const query = useCall(catalog.listSongLists, only === undefined ? {} : { query: { video: only } }, {
    staleTime: 0,
  });
  const [isNew, setNew] = useState(false);
  const cancel = () => onClose(false);
  const own = query.data?.own ?? [];
  const lists = [...own, ...((isSuperadmin && query.data?.site) || [])];
  // Without a list, a new one is the only choice.
  if (isNew || (query.data && lists.length === 0))
    return (
      <NewList
        ids={ids}
        count={own.length}
        onMade={() => onClose(true)}
        onClose={isNew ? () => setNew(false) : cancel}
      />
    );
  return (
    <Dialog open title={t('add-to-list.title')} onClose={cancel}>
      <p className="muted" dir="auto">
        {subject}
      </p>
      {query.isPending && <Status className="muted">{t('add-to-list.loading')}</Status>}
      {!query.data && query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <Choices
          ids={ids}
          lists={lists}
          containing={only === undefined ? [] : query.data.containing}
          onNew={() => setNew(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts();
  return <LoadFailed level={3} title={t('add-to-list.failed')} error={error} onRetry={onRetry} />;
}

interface NewListProps {
  ids: readonly string[];
  /** How many lists there are. */
  count: number;
  onMade: () => void;
  onClose: () => void;
}

/** Makes a list with the songs in it. */
function NewList({ ids, count, onMade, onClose }: NewListProps) {
  const sayMade = ({ id, name }: catalog.SongList) => {
    sayDone(text('add-to-list.added', { name }), () => call(catalog.deleteSongList, { params: { id } }));
    onMade();
  };
  return <ListDialog count={count} videoIds={ids} onMade={sayMade} onClose={onClose} />;
}

interface ChoicesProps {
  ids: readonly string[];
  lists: readonly catalog.SongListCard[];
  /** The lists that contain the song. */
  containing: readonly string[];
  onNew: () => void;
  onClose: (isDone: boolean) => void;
}

function Choices({ ids, lists, containing, onNew, onClose }: ChoicesProps) {
  const t = useTexts();
  const [changed, setChanged] = useState<readonly string[]>([]);
  const changes = lists
    .filter(({ id }) => changed.includes(id))
    .map((list) => ({ list, isAdded: !containing.includes(list.id) }));
  const save = useMutation({
    mutationFn: async () => await changeMembership(changes, ids),
    onSuccess: () => onClose(changes.length > 0),
  });
  const toggle = (id: string) =>
    setChanged(changed.includes(id) ? changed.filter((other) => other !== id) : [...changed, id]);
  return (
    <>
      <fieldset className={styles.pick} aria-label={t('add-to-list.title')}>
        {lists.map((list) => (
          <Choice
            key={list.id}
            list={list}
            isChecked={containing.includes(list.id) !== changed.includes(list.id)}
            onToggle={() => toggle(list.id)}
          />
        ))}
      </fieldset>
      {save.isError && <Message kind="bad">{errorSentence(save.error)}</Message>}
      <div className="actions">
        <Button variant="quiet" onClick={onNew}>
          <Plus className="icon" aria-hidden />
          {t('add-to-list.new')}
        </Button>
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          {t('add-to-list.done')}
        </Button>
      </div>
    </>
  );
}

interface ChoiceProps {
  list: catalog.SongListCard;
  isChecked: boolean;
  onToggle: () => void;
}

function Choice({ list, isChecked, onToggle }: ChoiceProps) {
  const t = useTexts();
  return (
    <label className={classNames('choice', styles.choice)}>
      <input type="checkbox" checked={isChecked} onChange={onToggle} />
      <bdi>{list.name}</bdi>
      <small>{describeSongs(list, t)}</small>
      <ListSign list={list} className={styles.sign} />
    </label>
  );
}

function SignInFirst({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open title={t('add-to-list.title')} onClose={onClose}>
      <p>{t('add-to-list.sign-in-first')}</p>
      <div className="actions">
        <Button
          data-autofocus
          onClick={() => {
            onClose();
            openSignIn();
          }}
        >
          {t('gate.sign-in')}
        </Button>
      </div>
    </Dialog>
  );
}

import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { ListSign } from '../../parts/list-sign.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { refreshLists } from './change-lists.ts';
import styles from './lists.module.css';

/** What was deleted in the last seven days, folded; nothing if nothing was. */
export function DeletedLists() {
  const t = useTexts();
  const query = useCall(catalog.listDeletedLists, {}, { staleTime: 0, meta: UNAWAITED });
  const lists = query.data?.lists ?? [];
  if (lists.length === 0) return null;
  return (
    <details className={styles.deleted}>
      <summary>{t('lists.deleted', { count: lists.length })}</summary>
      <ul>
        {lists.map((list) => (
          <Deleted key={list.id} list={list} />
        ))}
      </ul>
    </details>
  );
}

function Deleted({ list }: { list: catalog.DeletedList }) {
  const t = useTexts();
  const restore = useMutation({
    mutationFn: async () => await call(catalog.restoreSongList, { params: { id: list.id } }),
    onSuccess: refreshLists,
  });
  return (
    <li>
      <ListSign list={list} />
      <div>
        <strong dir="auto">{list.name}</strong>
        <span className="muted small">{t('lists.deleted-until', { date: formatDate(list.endsAt) })}</span>
      </div>
      <Button
        variant="plain"
        busy={restore.isPending}
        aria-label={t('lists.restore-named', { name: list.name })}
        onClick={() => restore.mutate()}
      >
        {t('lists.restore')}
      </Button>
      {restore.isError && <Message kind="bad">{errorSentence(restore.error)}</Message>}
    </li>
  );
}

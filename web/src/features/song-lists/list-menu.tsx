import type { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Copy, EllipsisVertical, Pencil, Trash2, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { classNames } from '../../ui/class-names.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useSession } from '../auth/session.ts';
import { copyList, deleteList, moveSiteList } from './change-lists.ts';
import { ListDialog } from './list-dialog.tsx';
import { mayChange } from './may-change.ts';
import styles from './list-menu.module.css';

interface ListMenuProps {
  list: catalog.SongListCard;
  /** The lists of the site, for those who may order them; otherwise, and elsewhere, empty. */
  order?: readonly catalog.SongListCard[];
  /** Called before the list is deleted from here, by a page that then has nothing to show. */
  onDelete?: () => void;
  onCopied?: (copy: catalog.SongListCard) => void;
  className?: string;
}

/** The ⋮ of a list. Visitors can do nothing with one but open it, so they have none. */
export function ListMenu(props: ListMenuProps) {
  const { list, className } = props;
  const t = useTexts();
  const { status } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'menu' | 'edit' | null>(null);
  const { items, isBusy } = useItems(props, () => setOpen('edit'));
  if (status !== 'signed-in') return null;
  const label = t('lists.more', { name: list.name });
  return (
    <>
      <IconButton
        ref={button}
        className={classNames(styles.more, className)}
        label={label}
        icon={EllipsisVertical}
        aria-haspopup="menu"
        aria-busy={isBusy || undefined}
        onClick={() => setOpen('menu')}
      />
      {open === 'menu' && <Menu label={label} anchor={button} onClose={() => setOpen(null)} items={items} />}
      {open === 'edit' && <ListDialog list={list} onClose={() => setOpen(null)} />}
    </>
  );
}

/** What the viewer may do with the list. */
function useItems({ list, order = [], onDelete, onCopied }: ListMenuProps, edit: () => void) {
  const t = useTexts();
  const session = useSession();
  const work = useMutation({
    mutationFn: async (step: () => Promise<unknown>) => await step(),
    onError: (error) => alertDialog({ message: errorSentence(error) }),
  });
  const item = (id: string, icon: LucideIcon, step: () => Promise<unknown>): MenuItem => {
    return { id, icon, label: t(`lists.menu-${id}`), onChoose: () => work.mutate(step) };
  };
  const isOwner = mayChange(list, session);
  const at = order.findIndex(({ id }) => id === list.id);
  const move = (step: -1 | 1) => async () => await moveSiteList(order, list.id, step);
  const copy = async () => {
    const made = await copyList(list.id);
    onCopied?.(made);
  };
  const remove = async () => {
    await deleteList(list);
    onDelete?.();
  };
  const items: MenuItem[] = [
    ...(isOwner ? [{ id: 'edit', icon: Pencil, label: t('lists.menu-edit'), onChoose: edit }] : []),
    item('copy', Copy, copy),
    ...(at > 0 ? [item('earlier', ArrowUp, move(-1))] : []),
    ...(at !== -1 && at < order.length - 1 ? [item('later', ArrowDown, move(1))] : []),
    ...(isOwner ? [item('delete', Trash2, remove)] : []),
  ];
  return { items, isBusy: work.isPending };
}

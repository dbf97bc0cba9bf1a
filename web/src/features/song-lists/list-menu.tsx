import type { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Copy, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
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
export function ListMenu({ list, order = [], onDelete, onCopied, className }: ListMenuProps) {
  const t = useTexts();
  const session = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'menu' | 'edit' | null>(null);
  const work = useMutation({
    mutationFn: async (step: () => Promise<unknown>) => await step(),
    onError: (error) => alertDialog({ message: errorSentence(error) }),
  });
  if (session.status !== 'signed-in') return null;
  const act = (step: () => Promise<unknown>) => () => work.mutate(step);
  const at = order.findIndex(({ id }) => id === list.id);
  const items = toItems({
    isOwner: mayChange(list, session),
    isFirst: at <= 0,
    isLast: at === order.length - 1,
  });
  const actions: Record<string, () => void> = {
    edit: () => setOpen('edit'),
    copy: act(async () => {
      const copy = await copyList(list.id);
      onCopied?.(copy);
    }),
    earlier: act(() => moveSiteList(order, list.id, -1)),
    later: act(() => moveSiteList(order, list.id, 1)),
    delete: act(async () => {
      await deleteList(list);
      onDelete?.();
    }),
  };
  return (
    <>
      <IconButton
        ref={button}
        className={classNames(styles.more, className)}
        label={t('lists.more', { name: list.name })}
        icon={EllipsisVertical}
        aria-haspopup="menu"
        aria-busy={work.isPending || undefined}
        onClick={() => setOpen('menu')}
      />
      {open === 'menu' && (
        <Menu
          label={t('lists.more', { name: list.name })}
          anchor={button}
          onClose={() => setOpen(null)}
          items={items.map(({ id, icon }): MenuItem => {
            return { id, icon, label: t(`lists.menu-${id}`), onChoose: actions[id] ?? (() => {}) };
          })}
        />
      )}
      {open === 'edit' && <ListDialog list={list} onClose={() => setOpen(null)} />}
    </>
  );
}

interface Place {
  isOwner: boolean;
  isFirst: boolean;
  isLast: boolean;
}

function toItems({ isOwner, isFirst, isLast }: Place): Omit<MenuItem, 'label' | 'onChoose'>[] {
  return [
    ...(isOwner ? [{ id: 'edit', icon: Pencil }] : []),
    { id: 'copy', icon: Copy },
    ...(isFirst ? [] : [{ id: 'earlier', icon: ArrowUp }]),
    ...(isLast ? [] : [{ id: 'later', icon: ArrowDown }]),
    ...(isOwner ? [{ id: 'delete', icon: Trash2 }] : []),
  ];
}

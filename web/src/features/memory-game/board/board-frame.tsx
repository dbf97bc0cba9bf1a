import type { ComponentProps, CSSProperties, ReactNode } from 'react';

import type { Board } from '../rules/board.ts';
import styles from './board-frame.module.css';

interface BoardFrameProps extends Omit<ComponentProps<'div'>, 'children'> {
  board: Pick<Board, 'columns' | 'rows'>;
  /** Renders the cell at a position. */
  children: (position: number) => ReactNode;
}

/** The rows and columns of a board, as large as the rest of the page allows (board-frame.module.css). */
export function BoardFrame({ board: { columns, rows }, children, ...rest }: BoardFrameProps) {
  const size = { '--columns': columns, '--rows': rows } as CSSProperties; // React's type has no custom properties
  const isGrid = rest.role === 'grid';
  return (
    <div className={styles.boardPlace}>
      <div {...rest} className={styles.board} style={size}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.boardRow} role={isGrid ? 'row' : undefined}>
            {Array.from({ length: columns }, (_, column) => children(row * columns + column))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The properties of a page that the shell reads. */
export interface PageHandle {
  /** Draws the meadow behind the whole page. */
  meadow?: boolean;
}

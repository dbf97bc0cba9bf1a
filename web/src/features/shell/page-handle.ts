/** What the shell reads from the page that it shows. */
export interface PageHandle {
  /** The meadow lies behind the whole page. */
  meadow?: boolean;
}

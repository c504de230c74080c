/** Splits long lists into pages. A cursor is the position of the next item, which clients must not interpret. */
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';

const itemsPerPage = 50;

export interface Page<T> {
  readonly items: readonly T[];
  /** Cursor of the next page, or undefined after the last page. */
  readonly nextCursor?: string;
}

/**
 * Returns a page of a list.
 * @param cursor cursor that the client received with the previous page
 * @throws McpError if the cursor is invalid
 */
export function pageOf<T>(items: readonly T[], cursor: string | undefined): Page<T> {
  const start = cursor === undefined ? 0 : positionOf(cursor);
  if (start === undefined || (cursor !== undefined && start >= items.length))
    throw new McpError(ErrorCode.InvalidParams, 'Invalid cursor. Request the list again without a cursor.');
  const end = start + itemsPerPage;
  return {
    items: items.slice(start, end),
    ...(end < items.length ? { nextCursor: `${prefix}${end}` } : {}),
  };
}

const prefix = 'from-';

function positionOf(cursor: string): number | undefined {
  const text = cursor.startsWith(prefix) ? cursor.slice(prefix.length) : '';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}

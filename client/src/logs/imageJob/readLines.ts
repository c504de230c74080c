/** Reads an API response as lines of text, with a size limit. Doesn't use VS Code. */
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { cutText } from '#core/text/sanitize.ts';

export interface TextResponse {
  /** Lines of the response. If the response has more lines than the maximum, only the last ones. */
  readonly lines: readonly string[];
  readonly cut: boolean;
}

/**
 * Reads a text response until the server ends it.
 * @param most maximum number of lines to return, counted from the end
 */
export async function readText(
  connection: Pick<Connection, 'stream'>,
  path: string,
  {
    query,
    most,
    signal,
  }: {
    readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
    readonly most: number;
    readonly signal: AbortSignal;
  },
): Promise<ApiResult<TextResponse>> {
  let lines: string[] = [];
  let cut = false;
  const answer = await connection.stream(path, {
    ...(query === undefined ? {} : { query }),
    signal,
    accept: 'text/plain, */*',
    idle: 30_000,
    onLine: (line) => {
      lines.push(cutText(line, 4001));
      if (lines.length < 2 * most) return;
      lines = lines.slice(-most);
      cut = true;
    },
  });
  return answer.ok ? succeed({ lines: lines.slice(-most), cut: cut || lines.length > most }) : fail(answer.error);
}

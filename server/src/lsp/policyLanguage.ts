/** Hands over to what knows Rego and initdata: it is loaded with the first such file. */
import type { ServerContext } from './context.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import type { language, LanguageAbout } from '../policy/lsp/index.ts';
import { loadPolicy } from '../policy/load.ts';

type Language = typeof language;

/** Is the file, if it is open, Rego or TOML? */
export function isPolicy(file: OpenFile | undefined): file is OpenFile & { readonly language: 'rego' | 'toml' } {
  return file?.language === 'rego' || file?.language === 'toml';
}

/** The answer for a file of Rego or TOML; `otherwise` where there is none. */
export async function askPolicy<T>(
  context: ServerContext,
  file: OpenFile,
  otherwise: T,
  answer: (known: Language, about: LanguageAbout) => T | Promise<T>,
): Promise<T> {
  const { client, options, settings, regoExtension, log } = context;
  try {
    const [known, { release }] = await Promise.all([loadPolicy(), settings.for(file.uri)]);
    const snippets = client.textDocument?.completion?.completionItem?.snippetSupport === true;
    return await answer(known.language, {
      release,
      snippets,
      suggestCommand: options.suggestCommand,
      onlyOurs: file.language === 'rego' && regoExtension.value.active,
    });
  } catch (error) {
    log(`${file.uri}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return otherwise;
  }
}

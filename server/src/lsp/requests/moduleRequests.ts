/** Forwards custom requests to the services of the language modules. A service is loaded with its first request. */
import type { CancellationToken } from 'vscode-languageserver';
import type { LanguageModule } from '#server/engine/languageModule.ts';
import { loadService } from '#server/engine/loadService.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { readUri } from '#server/engine/requestParams.ts';
import type { LspCapability, ServerContext } from '../context.ts';

const feature: LspCapability = {
  register(context) {
    const methods = new Set(context.languages.modules.flatMap(({ requests = [] }) => requests));
    for (const method of methods) {
      context.connection.onCustomRequest(method, (params, token) => handle(context, method, params, token));
    }
  },
};
export default feature;

async function handle(
  { files, languages }: ServerContext,
  method: string,
  params: unknown,
  token: CancellationToken,
): Promise<object> {
  const module = handlerOf(languages.modules, method, files.get(readUri(params)));
  const handler = module === undefined ? undefined : (await loadService(module)).requests?.[method];
  if (handler === undefined) throw new Error(`no handler for ${method}`);
  return handler(params, languages.context, () => token.isCancellationRequested);
}

/** Returns the module that owns the file of the request, or the first module with a handler. */
function handlerOf(
  modules: readonly LanguageModule[],
  method: string,
  file: OpenFile | undefined,
): LanguageModule | undefined {
  const having = modules.filter(({ requests }) => requests?.includes(method) === true);
  return having.find((module) => file !== undefined && module.owns(file)) ?? having[0];
}

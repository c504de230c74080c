/** Tests the VS Code part of the tools for assistants, with a stand-in for `lm`. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type {
  CancellationToken,
  LanguageModelTool,
  LanguageModelToolResult,
  McpServerDefinitionProvider,
  McpStdioServerDefinition,
} from 'vscode';
import { createAssistantsFeature } from '#client/activation/createAssistantsFeature.ts';
import type { AssistantsParts, AssistantsFeature } from '#client/assistants/assistantsFeature.ts';
import { registerServerProvider, serverProviderId } from '#client/assistants/serverProvider.ts';
import { registerTools } from '#client/assistants/toolHost.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { createToolResult, createToolError } from '#core/assistants/toolResult.ts';
import { toolNames, type ToolName } from '#core/assistants/toolNames.ts';
import { allParsers } from '#redactionParsers/parsers.ts';

const never = new AbortController().signal;

function token(): CancellationToken & { cancel(): void } {
  const listeners: (() => void)[] = [];
  const state = { isCancelled: false };
  return {
    get isCancellationRequested() {
      return state.isCancelled;
    },
    onCancellationRequested: (listener: (event: unknown) => unknown) => {
      listeners.push(() => void listener(undefined));
      return { dispose: () => undefined };
    },
    cancel() {
      state.isCancelled = true;
      for (const listener of listeners) listener();
    },
  };
}

interface Result {
  readonly said: string;
}

function registered(room: AssistantsFeature): ReadonlyMap<string, LanguageModelTool<unknown>> {
  const found = new Map<string, LanguageModelTool<unknown>>();
  const host = {
    registerTool(name: string, tool: LanguageModelTool<unknown>) {
      found.set(name, tool);
      return { dispose: () => found.delete(name) };
    },
  };
  registerTools(
    host,
    () => Promise.resolve(room),
    (said) => ({ content: [], said }) as LanguageModelToolResult & Result,
  );
  return found;
}

describe('tool registration', () => {
  test('registers all tools without loading the feature', () => {
    let entered = 0;
    const names: string[] = [];
    const disposables = registerTools(
      { registerTool: (name) => ({ dispose: () => void names.push(name) }) },
      () => {
        entered += 1;
        return Promise.reject(new Error('not now'));
      },
      () => ({ content: [] }),
    );
    for (const disposable of disposables) disposable.dispose();
    assert.deepEqual(names, [...toolNames]);
    assert.equal(entered, 0);
  });

  test('registers nothing in an editor without the full language model API', () => {
    const enter = () => Promise.reject(new Error('never'));
    const nothing = () => ({ content: [] });
    assert.deepEqual(registerTools(undefined, enter, nothing), []);
    assert.deepEqual(registerTools({}, enter, nothing), []);
    const parts = {
      program: '/p',
      version: '1',
      folders: () => [],
      foldersChanged: () => ({ dispose: () => undefined }),
      Definition: undefined,
    };
    assert.deepEqual(registerServerProvider(undefined, parts), []);
    assert.deepEqual(registerServerProvider({}, parts), []);
    assert.deepEqual(
      registerServerProvider(
        { registerMcpServerDefinitionProvider: () => assert.fail('it has no class of servers') },
        parts,
      ),
      [],
    );
  });

  test('returns responses, throws errors for the assistant, and forwards cancellation', async () => {
    const asked: (readonly [ToolName, unknown])[] = [];
    let signal: AbortSignal | undefined;
    const room: AssistantsFeature = {
      prepare: (name) => Promise.resolve({ doing: `Doing ${name}`, title: 'Do it?', message: 'It reads.' }),
      ask(name, input, given) {
        asked.push([name, input]);
        signal = given;
        return Promise.resolve(
          name === 'osc_lint'
            ? createToolResult({ headline: 'Fine.', lines: [], data: {} }, allParsers)
            : createToolError('No cluster is open.'),
        );
      },
      dispose: () => undefined,
    };
    const tools = registered(room);
    const lint = tools.get('osc_lint');
    const status = tools.get('osc_get_install_status');
    assert.ok(lint !== undefined && status !== undefined);
    const cancelling = token();
    const result = await lint.invoke({ input: { text: 'a: b' }, toolInvocationToken: undefined }, cancelling);
    assert.match((result as (LanguageModelToolResult & Result) | undefined)?.said ?? '', /^Fine\.$/m);
    assert.deepEqual(asked, [['osc_lint', { text: 'a: b' }]]);
    assert.equal(signal?.aborted, false);
    cancelling.cancel();
    assert.equal(signal.aborted, true);
    await assert.rejects(
      Promise.resolve(status.invoke({ input: {}, toolInvocationToken: undefined }, token())),
      /^Error: The request failed\.[^]*<data>\nNo cluster is open\.\n<\/data>$/,
    );
    const prepared = await lint.prepareInvocation?.({ input: {} }, token());
    assert.deepEqual(prepared, {
      invocationMessage: 'Doing osc_lint',
      confirmationMessages: { title: 'Do it?', message: 'It reads.' },
    });
  });

  test('starts the MCP server with the CLI of the extension for the open folders', async () => {
    class Definition {
      readonly all: readonly unknown[];
      constructor(...all: readonly unknown[]) {
        this.all = all;
      }
    }
    let provider: McpServerDefinitionProvider<McpStdioServerDefinition> | undefined;
    let folders: readonly string[] = ['/one folder', '/two'];
    let changed = 0;
    let change: (() => void) | undefined;
    const host = {
      registerMcpServerDefinitionProvider(id: string, given: McpServerDefinitionProvider<McpStdioServerDefinition>) {
        assert.equal(id, serverProviderId);
        provider = given;
        return { dispose: () => undefined };
      },
    };
    registerServerProvider(host, {
      program: '/ext/dist/cli.js',
      version: '1.2.3',
      folders: () => folders,
      foldersChanged: (listener) => {
        change = () => void listener(undefined);
        return { dispose: () => undefined };
      },
      Definition: Definition as unknown as typeof McpStdioServerDefinition,
    });
    const argvOf = async (): Promise<readonly unknown[]> => {
      const [one] = ((await provider?.provideMcpServerDefinitions(token())) ?? []) as unknown as readonly Definition[];
      return one?.all ?? [];
    };
    const environment = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: null };
    const given = await argvOf();
    assert.deepEqual(given.slice(2), [
      ['/ext/dist/cli.js', 'mcp', '--root', '/one folder', '--root', '/two'],
      environment,
      '1.2.3',
    ]);
    assert.equal(given[1], process.execPath);
    provider?.onDidChangeMcpServerDefinitions?.(() => (changed += 1));
    folders = [];
    change?.();
    assert.equal(changed, 1);
    assert.deepEqual((await argvOf())[2], ['/ext/dist/cli.js', 'mcp', '--no-files']);
  });
});

describe('assistant feature', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc assistants-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const cluster = (context: string): OpenCluster =>
    ({ context, server: `https://${context}:6443`, user: 'alice' }) as OpenCluster;
  function roomWith(
    open: readonly OpenCluster[],
    more: Partial<AssistantsParts> = {},
  ): { readonly room: AssistantsFeature; readonly asked: string[]; readonly logged: string[] } {
    const [asked, logged]: [string[], string[]] = [[], []];
    const said = (what: string) => (one: OpenCluster) => {
      asked.push(`${what} ${one.context}`);
      return one.context === 'away'
        ? Promise.reject(new Error("Can't read away: refused"))
        : Promise.resolve(createToolResult({ headline: `Of ${one.context}.`, lines: [], data: {} }, allParsers));
    };
    const room = createAssistantsFeature({
      clusters: () => Promise.resolve({ open: () => open }),
      lifecycle: () =>
        Promise.resolve({
          assist: {
            installStatus: said('status'),
            preflight: said('preflight'),
            readLogs: said('logs'),
            listEvents: said('events'),
            rights: (one, task) => said(`rights ${task ?? 'all'}`)(one),
          },
        }),
      folders: () => ['/work'],
      program: path.join(folder, 'program.cjs'),
      log: (message) => void logged.push(message),
      ...more,
    });
    return { room, asked, logged };
  }

  test('uses only open clusters and requires a name if several are open', async () => {
    const none = roomWith([]);
    const refused = await none.room.ask('osc_preflight', {}, never);
    assert.ok(refused.isError);
    assert.match(refused.text, /No cluster is open\. Ask the user to open one/);
    const one = roomWith([cluster('one')]);
    assert.match((await one.room.ask('osc_get_install_status', {}, never)).text, /^Of one\./);
    assert.match(
      (await one.room.ask('osc_get_install_status', { cluster: 'two' }, never)).text,
      /That cluster is not open\. Open clusters: one\./,
    );
    assert.deepEqual(one.asked, ['status one']);
    const two = roomWith([cluster('one'), cluster('two')]);
    assert.match(
      (await two.room.ask('osc_preflight', {}, never)).text,
      /Several clusters are open\. Tell the assistant which one to use: one, two\./,
    );
    await two.room.ask('osc_preflight', { cluster: 'two' }, never);
    assert.deepEqual(two.asked, ['preflight two']);
    assert.ok((await two.room.ask('osc_preflight', { cluster: 'one', kubeconfig: '/x' }, never)).isError);
  });

  test('passes the task of a permission check on, and rejects unknown tasks', async () => {
    const { room, asked } = roomWith([cluster('one')]);
    await room.ask('osc_check_rights', { task: 'must-gather' }, never);
    await room.ask('osc_check_rights', { cluster: 'one' }, never);
    assert.deepEqual(asked, ['rights must-gather one', 'rights all one']);
    assert.match(
      (await room.ask('osc_check_rights', { task: 'everything' }, never)).text,
      /task must be one of view, /,
    );
    assert.match((await room.prepare('osc_check_rights', { task: 'logs' })).message, /permissions of alice on one/);
  });
  test('passes the input of a tool on to the cluster, and rejects unknown fields', async () => {
    const { room, asked } = roomWith([cluster('one')]);
    assert.match((await room.ask('osc_read_logs', { target: 'operator' }, never)).text, /^Of one\./);
    assert.ok((await room.ask('osc_read_logs', { target: 'operator', context: 'two' }, never)).isError);
    assert.deepEqual(asked, ['logs one']);
    const { message } = await room.prepare('osc_read_logs', { target: '[x](command:evil)' });
    assert.match(message, /as alice.*Makes no changes/);
    assert.doesNotMatch(message, /\[x\]/);
  });

  test('shows the namespace, the object, and the choice of containers in the confirmation', async () => {
    const shop: OpenCluster = { ...cluster('one'), reach: { identity: { namespace: 'shop' } } as Connection };
    const { room } = roomWith([shop]);
    const read = async (name: ToolName, input: object) =>
      / of (.*) on one \(/.exec((await room.prepare(name, input)).message)?.[1]?.replaceAll('\\', '');
    const previous = { node: 'worker-1', container: 'web', instance: 'previous' };
    assert.equal(await read('osc_read_logs', { target: 'web-0' }), 'shop/web-0');
    assert.equal(
      await read('osc_read_logs', { target: 'web-0', namespace: 'bank', ...previous }),
      'bank/web-0 (Node: worker-1, Container: web, Instance before the last restart)',
    );
    assert.equal(
      await read('osc_read_logs', { target: 'operator', namespace: 'bank' }),
      'openshift-sandboxed-containers-operator/operator',
    );
    assert.equal(await read('osc_list_events', {}), 'shop');
    assert.equal(await read('osc_list_events', { object: 'pod/web-0' }), 'shop/pod/web-0');
    assert.equal(await read('osc_list_events', { object: 'pod/web-0', namespace: 'bank' }), 'bank/pod/web-0');
    assert.equal(await read('osc_list_events', { object: 'node/worker-1', namespace: 'bank' }), 'node/worker-1');
    const evil = await room.prepare('osc_read_logs', { target: 'web-0', container: '[x](command:evil)\u202e' });
    assert.doesNotMatch(evil.message, /\[x\]|\u202e/);
  });

  test('reports and logs a cluster that fails to respond', async () => {
    const { room, logged } = roomWith([cluster('away')]);
    const answer = await room.ask('osc_preflight', {}, never);
    assert.ok(answer.isError);
    assert.match(answer.text, /Can't read away: refused/);
    assert.equal(logged.length, 1);
  });

  test('shows the cluster, address, and user in the confirmation, and escapes names', async () => {
    const { room, asked } = roomWith([cluster('[x](command:evil)')]);
    const { title, message } = await room.prepare('osc_preflight', {});
    assert.match(title, /\?$/);
    assert.doesNotMatch(message, /\[x\]/);
    assert.match(message, /6443.*as alice.*Makes no changes\. The assistant receives the results\./);
    assert.match(
      (await roomWith([]).room.prepare('osc_preflight', {})).message,
      /^The tool can't run. No cluster is open/,
    );
    assert.deepEqual(asked, [], 'asking the user contacts nothing');
  });

  test('shows the files in the confirmation', async () => {
    const { room } = roomWith([]);
    assert.match(
      (await room.prepare('osc_lint', { paths: ['a.yaml', 'b', 'c'] })).message,
      /^Reads a\.yaml, b, c in the open folders\./,
    );
    const many = Array.from({ length: 12 }, (_, index) => `f${index}`);
    assert.match(
      (await room.prepare('osc_lint', { paths: many })).message,
      /^Reads f0, .*f9 and 2 others in the open folders/,
    );
    assert.match(
      (await room.prepare('osc_lint', { text: 'a: b' })).message,
      /^Reads the text that the assistant provides\./,
    );
    assert.match(
      (await room.prepare('osc_report_must_gather', { path: '`x` <b>' })).message,
      /^Reads &#96;x&#96; &#60;b&#62; in the open folders\./,
    );
    assert.match(
      (await roomWith([], { folders: () => [] }).room.prepare('osc_explain_status', { path: 'x' })).message,
      /no folder is open/,
    );
    assert.match(
      (await room.prepare('osc_explain_denial', { path: 'event.txt', policy: 'web.rego' })).message,
      /^Reads event\.txt, web\.rego in the open folders\./,
    );
    assert.match(
      (await room.prepare('osc_policy_diff', { before: 'a.rego', after: '[b](x)' })).message,
      /^Reads a\.rego, [^[]*&#91;b|^Reads a\.rego, \\\[b/,
    );
    assert.match(
      (await room.prepare('osc_compare_must_gathers', { before: 'old.zip', after: 'new.zip' })).message,
      /^Reads old\.zip, new\.zip.*The report contains node, namespace, and image names\.$/,
    );
    assert.match(
      (await room.prepare('osc_write_runbook', { operation: 'install' })).message,
      /^Generates a script as text, and doesn't run it\. Doesn't open network connections/,
    );
    for (const name of toolNames) assert.ok((await room.prepare(name, 'nonsense')).message.length > 10);
  });

  test('reads files through the CLI', async () => {
    const program = path.join(folder, 'echo.cjs');
    writeFileSync(
      program,
      `let input=''; process.stdin.on('data', (d) => (input += d)).on('end', () => process.stdout.write(JSON.stringify({ isError: false, text: JSON.stringify([process.argv.slice(2), input, process.env.NODE_OPTIONS ?? null]), structured: {} })));`,
    );
    const { room } = roomWith([], { program });
    const { text } = await room.ask('osc_lint', { text: 'a: b' }, never);
    assert.deepEqual(JSON.parse(text), [['mcp', '--once', 'osc_lint', '--root', '/work'], '{"text":"a: b"}', null]);
  });

  test('reports and logs a CLI that fails or returns invalid output', async () => {
    for (const source of [
      "process.stderr.write('boom'); process.exit(3)",
      "process.stdout.write('hello')",
      'process.stdout.write(\'{"text": 1}\')',
    ]) {
      const program = path.join(folder, 'fails.cjs');
      writeFileSync(program, source);
      const { room, logged } = roomWith([], { program });
      const answer = await room.ask('osc_lint', { text: 'a' }, never);
      assert.ok(answer.isError);
      assert.match(answer.text, /The tool failed/);
      assert.equal(logged.length, 1);
    }
  });

  test("ends the CLI when it's canceled or disposed", async () => {
    const program = path.join(folder, 'waits.cjs');
    writeFileSync(program, 'setInterval(() => undefined, 1000); process.stdin.resume();');
    const { room, logged } = roomWith([], { program });
    const ending = new AbortController();
    const asked = room.ask('osc_lint', { text: 'a' }, ending.signal);
    ending.abort();
    assert.ok((await asked).isError);
    assert.deepEqual(logged, []);
    const left = room.ask('osc_lint', { text: 'a' }, never);
    room.dispose();
    assert.ok((await left).isError);
  });
});

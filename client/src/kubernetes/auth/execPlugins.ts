/**
 * Runs credential plugins for all connections. Never runs the same plugin twice at the same time, prompts once for each
 * command, and shares credentials until they expire.
 */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import process from 'node:process';
import { succeed } from '#core/common/result.ts';
import type { ApiResult } from '../connection.ts';
import type { ClusterEntry, ExecEntry } from '../kubeconfig/entries.ts';
import type { Clock } from '../clock.ts';
import { failWithoutCredentials } from './authProblem.ts';
import { commandOf, keyOf, variablesOf, type ExecCommandPreview, type CredentialRequester } from './execCommand.ts';
import { execInfo, isKnownVersion, readCredential, type ExecCredential } from './execCredential.ts';
import { environmentOf, findExecutable } from './findExecutable.ts';
import { runProgram, type RunFailure } from './runProgram.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';

export interface ExecDeps {
  readonly clock: Clock;
  /** Environment of this process. Kubeconfig entries add variables to it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Returns whether a plugin can run. Called once per command, for the first cluster that requires it. Must not reject.
   */
  readonly mayRun: (command: ExecCommandPreview, wanting: CredentialRequester) => Promise<boolean>;
}

/** Maximum run time in milliseconds. The user might have to log in with a browser. */
const timeout = 60_000;

/** Time in milliseconds for which a failure is reused, so that repeated requests don't open a browser each time. */
const failureLife = 30_000;

interface Failure {
  readonly answer: ApiResult<ExecCredential>;
  readonly until: number;
}

export class ExecPlugins {
  readonly #deps: ExecDeps;
  readonly #allowed = new Map<string, Promise<boolean>>();
  readonly #running = new Map<string, Promise<ApiResult<ExecCredential>>>();
  readonly #kept = new Map<string, ExecCredential>();
  readonly #failures = new Map<string, Failure>();

  constructor(deps: ExecDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the credential of a plugin. Runs the plugin only if no valid credential is known.
   * @param wanting context and server as shown to the user
   * @param refused credential that the server rejected
   * @param ca CA of the cluster, for plugins that require cluster information
   */
  async credential(
    exec: ExecEntry,
    cluster: ClusterEntry,
    wanting: CredentialRequester,
    ca: Buffer | undefined,
    refused?: ExecCredential,
  ): Promise<ApiResult<ExecCredential>> {
    const name = path.basename(exec.command);
    if (!isKnownVersion(exec.apiVersion))
      return failWithoutCredentials(
        exec.apiVersion === ''
          ? l10n.t`The kubeconfig entry for credential plugin "${name}" has no apiVersion, which is now required. Update the plugin and its kubeconfig entry.`
          : l10n.t`Credential plugin "${name}" uses ${exec.apiVersion}, which is no longer supported. Update the plugin and its kubeconfig entry.`,
      );
    if (exec.interactiveMode === 'Always')
      return failWithoutCredentials(
        l10n.t`Credential plugin "${name}" requires input in a terminal, which isn't supported. Log in from a terminal with a method that doesn't prompt for input.`,
      );
    const info = execInfo(
      exec.apiVersion,
      exec.provideClusterInfo ? cluster : undefined,
      exec.provideClusterInfo ? ca : undefined,
    );
    const key = JSON.stringify([keyOf(exec), info]);
    const now = this.#deps.clock.now();
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept !== refused && (kept.expiresAt ?? Infinity) > now) return succeed(kept);
    const failure = this.#failures.get(key);
    if (failure !== undefined && failure.until > now) return failure.answer;
    this.#kept.delete(key);
    const running =
      this.#running.get(key) ?? this.#runOnce(exec, info, key, wanting).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  /**
   * Discards approvals, credentials, and failures. The next request runs the plugin again and asks for confirmation if
   * necessary.
   */
  forget(): void {
    this.#allowed.clear();
    this.#kept.clear();
    this.#failures.clear();
  }

  async #runOnce(
    exec: ExecEntry,
    info: string,
    key: string,
    wanting: CredentialRequester,
  ): Promise<ApiResult<ExecCredential>> {
    const answer = await this.#run(exec, info, wanting);
    if (answer.ok) this.#kept.set(key, answer.value);
    else this.#failures.set(key, { answer, until: this.#deps.clock.now() + failureLife });
    return answer;
  }

  async #run(exec: ExecEntry, info: string, wanting: CredentialRequester): Promise<ApiResult<ExecCredential>> {
    const name = path.basename(exec.command);
    const own = variablesOf([...exec.env, { name: 'KUBERNETES_EXEC_INFO', value: info }]);
    const env = environmentOf(this.#deps.env, own, process.platform === 'win32');
    const command = await this.#allowedCommand(exec, env, wanting);
    if (!command.ok) return command;
    const { argv, folder } = command.value;
    const run = await runProgram({ argv, env, folder }, this.#deps.clock, timeout);
    if (!run.ok) return failWithoutCredentials(failureWords(name, run.error));
    const read = readCredential(run.value, exec.apiVersion, name);
    if (!read.ok) return failWithoutCredentials(joinSentences(read.error, lookWords()));
    return succeed(read.value);
  }

  /**
   * Returns the command that the user approved. Locates the command again after the user answers, so that the approved
   * command is the one that runs.
   */
  async #allowedCommand(
    exec: ExecEntry,
    env: Readonly<Record<string, string | undefined>>,
    wanting: CredentialRequester,
  ): Promise<ApiResult<ExecCommandPreview>> {
    const name = path.basename(exec.command);
    let shown: ExecCommandPreview | undefined;
    for (let asked = 0; asked <= mostQuestions; asked += 1) {
      const program = await findExecutable(exec.command, env, exec.folder);
      if (program === undefined) return failWithoutCredentials(failureWords(name, { kind: 'not-found' }));
      const command = commandOf(exec, program);
      if (!command.ok) return failWithoutCredentials(command.error);
      if (command.value.key === shown?.key) return succeed(shown);
      shown = command.value;
      const allowed = this.#allowed.get(shown.key) ?? this.#deps.mayRun(shown, wanting);
      this.#allowed.set(shown.key, allowed);
      if (!(await allowed))
        return failWithoutCredentials(
          l10n.t`The kubeconfig requires credential plugin "${name}" to log in, but the plugin wasn't allowed to run.`,
        );
    }
    return failWithoutCredentials(
      l10n.t`Can't run credential plugin "${name}": its command changed each time you were asked to confirm it.`,
    );
  }
}

/** Maximum number of times to prompt again if the command changes before the user answers. */
const mostQuestions = 3;

function lookWords(): string {
  return l10n.t`To see the output, run the plugin in a terminal.`;
}

function failureWords(name: string, failure: RunFailure): string {
  switch (failure.kind) {
    case 'not-found':
      return l10n.t`Credential plugin "${name}" not found. Install it, or correct its path in the kubeconfig. The PATH in VS Code might differ from the PATH in your terminal.`;
    case 'not-startable':
      return l10n.t`Can't start credential plugin "${name}". On Windows, it must be an .exe file, because scripts (.cmd, .bat) require a shell.`;
    case 'timeout':
      return `${l10n.t`Credential plugin "${name}" returned no credentials within ${timeout / 1000} s and was stopped.`}${getSentenceSeparator()}${lookWords()}`;
    case 'too-much':
      return `${l10n.t`Credential plugin "${name}" wrote too much output and was stopped.`}${getSentenceSeparator()}${lookWords()}`;
    default:
      return failure.code === undefined
        ? `${l10n.t`Credential plugin "${name}" failed.`}${getSentenceSeparator()}${lookWords()}`
        : `${l10n.t`Credential plugin "${name}" failed with exit code ${failure.code}.`}${getSentenceSeparator()}${lookWords()}`;
  }
}

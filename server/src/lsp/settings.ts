/**
 * Provides the client settings for each file, however the client sends them. Invalid values are ignored and reported
 * once.
 */
import * as l10n from '@vscode/l10n';
import type { ClientCapabilities } from 'vscode-languageserver';
import { knownKataVersions, parseKataVersion, unknownKata, withKataVersion } from '#core/annotations/kataVersions.ts';
import { findRelease, newestRelease, type Release } from '#core/product/releases.ts';
import { isSeveritySetting, type SeveritySetting } from '#core/common/severity.ts';
import type { FileSettings, KubernetesFieldsSetting } from '../engine/fileSettings.ts';
import { kubernetesCheckedElsewhere, type InitializationOptions } from '../protocol/protocol.ts';
import { MessageType } from '../engine/protocolValues.ts';
import type { LspConnection } from './connection/lspConnection.ts';
import { ruleIds } from '../engine/findings/ruleIds.ts';
import { toInternalRuleId } from '../engine/findings/rule.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/** Maximum number of reported problems. */
const maxSaid = 100;

/** A cluster and its OSC release. */
export interface ReleaseOfCluster {
  readonly cluster: string;
  readonly release: Release;
  /** Version of the cluster's release if it isn't known. `release` is then the latest known release. */
  readonly unknownVersion?: string;
}

/**
 * Provides the settings for every file. Requests them from the client if supported, and caches them until they change.
 */
export class ServerSettings {
  readonly #connection: LspConnection;
  readonly #pull: boolean;
  readonly #known = new Map<string, Promise<FileSettings>>();
  readonly #listeners: (() => void)[] = [];
  readonly #said = new Set<string>();
  /** The settings that the client pushed, raw and parsed. */
  #section: unknown;
  #pushed: FileSettings;
  #ofCluster: ReleaseOfCluster | undefined;

  /** @param initialized resolves when the client accepts requests */
  constructor(
    connection: LspConnection,
    client: ClientCapabilities,
    options: InitializationOptions,
    initialized: Promise<void>,
  ) {
    this.#connection = connection;
    this.#pull = client.workspace?.configuration === true;
    this.#section = options;
    this.#pushed = this.#read(options);
    connection.onNotification('workspace/didChangeConfiguration', ({ settings }) => {
      if (!this.#pull) this.#section = sectionOf(settings);
      this.#changed();
    });
    if (this.#pull && client.workspace?.didChangeConfiguration?.dynamicRegistration === true) {
      initialized
        .then(() => connection.register('workspace/didChangeConfiguration', { section: 'osc' }))
        .catch(() => undefined);
    }
  }

  /** Returns the settings for a file. */
  async for(uri: string): Promise<FileSettings> {
    if (!this.#pull) return this.#pushed;
    let settings = this.#known.get(uri);
    if (settings === undefined) {
      settings = this.#ask(uri);
      this.#known.set(uri, settings);
    }
    return settings;
  }

  /** Removes the cached settings of a closed file. */
  forget(uri: string): void {
    this.#known.delete(uri);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Sets the cluster whose release applies to files for which the user didn't select a release. If undefined, the
   * latest release applies.
   */
  useReleaseOf(cluster: ReleaseOfCluster | undefined): void {
    const before = this.#ofCluster;
    if (
      cluster?.cluster === before?.cluster &&
      cluster?.release === before?.release &&
      cluster?.unknownVersion === before?.unknownVersion
    )
      return;
    this.#ofCluster = cluster;
    this.#changed();
  }

  /** Requests the settings again. */
  refresh(): void {
    this.#changed();
  }

  #changed(): void {
    this.#pushed = this.#read(this.#section);
    this.#known.clear();
    for (const listener of this.#listeners) listener();
  }

  async #ask(uri: string): Promise<FileSettings> {
    try {
      const items = [{ scopeUri: uri, section: 'osc' }];
      const found = await this.#connection.sendRequest('workspace/configuration', { items });
      return this.#read(Array.isArray(found) ? found[0] : undefined);
    } catch {
      return this.#pushed;
    }
  }

  #read(section: unknown): FileSettings {
    const {
      release,
      kataVersion,
      rules: severities,
      workspace,
      codeLens,
      inlayHints,
      kubernetesFields,
    } = isRecord(section) ? section : {};
    const exclude = isRecord(workspace) ? workspace['exclude'] : undefined;
    const ofRelease = this.#release(release);
    return {
      ...ofRelease,
      release: withKataVersion(ofRelease.release, this.#kataVersion(kataVersion)),
      severities: this.#severities(severities),
      exclude: this.#exclude(exclude),
      codeLens: this.#enabled('codeLens', codeLens),
      inlayHints: this.#enabled('inlayHints', inlayHints),
      kubernetesFields: this.#kubernetesFields(kubernetesFields),
      kubernetesCheckedElsewhere: isRecord(section) && section[kubernetesCheckedElsewhere] === true,
    };
  }

  #release(value: unknown): Pick<FileSettings, 'release' | 'releaseOf' | 'unknownVersion'> {
    const chosen = typeof value === 'string' && value !== '' ? findRelease(value) : undefined;
    if (chosen !== undefined) return { release: chosen };
    const { cluster, release, unknownVersion } = this.#ofCluster ?? { cluster: undefined, release: newestRelease };
    const nobodyChose = value === undefined || value === null || value === '';
    if (!nobodyChose)
      this.#say(
        l10n.t`osc.release: unknown release ${JSON.stringify(value)}. Files are checked against ${release.id}.`,
      );
    if (unknownVersion !== undefined) return { release, unknownVersion };
    return { release, ...(cluster === undefined ? {} : { releaseOf: cluster }) };
  }

  #kataVersion(value: unknown): string | undefined {
    if (value === undefined || value === null || value === '') return undefined;
    const version = typeof value === 'string' ? parseKataVersion(value) : undefined;
    if (version === undefined)
      this.#say(
        l10n.t`osc.kataVersion: unknown Kata version ${JSON.stringify(value)}. Supported versions: ${knownKataVersions}.`,
      );
    return version ?? unknownKata;
  }

  #severities(value: unknown): ReadonlyMap<string, SeveritySetting> {
    const known = new Map<string, SeveritySetting>();
    const unknown: string[] = [];
    for (const [name, severity] of isRecord(value) ? Object.entries(value) : []) {
      const id = toInternalRuleId(name);
      if (!ruleIds.includes(id)) unknown.push(name);
      else if (!isSeveritySetting(severity))
        this.#say(
          l10n.t`osc.rules: invalid severity ${JSON.stringify(severity)} for ${name}. Use error, warning, info, hint, or off.`,
        );
      else known.set(id, severity);
    }
    if (unknown.length > 0) this.#say(l10n.t`osc.rules: unknown rule ${formatNames(unknown)}.`);
    return known;
  }

  #enabled(name: string, section: unknown): boolean {
    const value = isRecord(section) ? section['enabled'] : undefined;
    if (typeof value === 'boolean') return value;
    if (value !== undefined && value !== null) this.#say(mustBe(`osc.${name}.enabled`, l10n.t`true or false`));
    return true;
  }

  #kubernetesFields(value: unknown): KubernetesFieldsSetting {
    if (value === 'auto' || value === 'on' || value === 'off') return value;
    if (value !== undefined && value !== null) this.#say(mustBe('osc.kubernetesFields', l10n.t`auto, on, or off`));
    return 'auto';
  }

  #exclude(value: unknown): readonly string[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) this.#say(mustBe('osc.workspace.exclude', l10n.t`a list`));
    const given: unknown[] = Array.isArray(value) ? value : [];
    return given.filter((pattern) => {
      if (typeof pattern !== 'string')
        this.#say(mustBe(`osc.workspace.exclude: ${JSON.stringify(pattern)}`, l10n.t`a string`));
      return typeof pattern === 'string';
    });
  }

  #say(text: string): void {
    // The message quotes user input.
    const message = sanitizeQuote(text, 300);
    if (this.#said.has(message) || this.#said.size >= maxSaid) return;
    this.#said.add(message);
    // `window.showWarningMessage` sends a request, and a client that rejects it would crash the server.
    this.#connection
      .sendNotification('window/showMessage', { type: MessageType.Warning, message })
      .catch(() => undefined);
  }
}

/**
 * Returns a message that states the type that a setting must have. Removes the backticks, because the message isn't
 * Markdown.
 */
function mustBe(setting: string, type: string): string {
  return l10n.t('`{0}` must be {1}.', setting, type).replaceAll('`', '');
}

/**
 * Returns the section for this product. Clients without `workspace/configuration` push either the section or all
 * settings.
 */
function sectionOf(settings: unknown): unknown {
  return isRecord(settings) && 'osc' in settings ? settings['osc'] : settings;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

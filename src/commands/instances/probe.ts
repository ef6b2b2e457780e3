import type { Context } from '../../args/context.js';
import { text } from '../../args/flag.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { InstanceEntry } from '../../auth/instances.js';
import { defaultServiceName, probe } from '../../auth/login/probe.js';
import { instanceAt } from '../../auth/servers.js';
import { usageError } from '../../contract/errors.js';
import { isRow, textOf } from '../../contract/row.js';
import { parseServerUrl } from '../../contract/server-url.js';

export const verb = defineVerb({
  details: 'Fails with exit code 1 if the URL does not belong to this service.',
  prints: 'object',
  asksServer: true,
  arguments: [
    {
      value: kind('instance', 'name-or-url'),
      isOptional: true,
      help: 'the name of an instance or a URL (default: the instance in use)',
    },
  ],
  flags: {
    serviceName: text('--service-name', 'the service name it must report (default: tracker)', freeText('name')),
  },
  examples: [
    { line: 'tracker instances probe https://tracker.example.com', does: 'check a URL' },
    { line: 'tracker instances probe --json | jq .version', does: 'print the version of the server' },
  ],
  run: async (context, [target], { serviceName }) => {
    const entry = await findTarget(context, target);
    const server = parseServerUrl(entry.url);
    const isInsecure = context.settings.insecureHttp || entry.insecureHttp === true;
    if (server.url.protocol === 'http:' && !server.isLoopback && !isInsecure)
      throw usageError(
        `plain http is not allowed for other computers: ${server.key}`,
        'use https, or add --insecure-http',
      );
    const wanted = serviceName ?? context.settings.serviceName ?? entry.serviceName ?? defaultServiceName;
    const { instance, warning } = await probe(await context.servers.unsigned(server), wanted);
    if (warning) await context.show.warn(warning);
    const branding = isRow(instance.branding) ? instance.branding : {};
    return {
      is: 'object',
      data: {
        object: instance,
        quiet: server.key,
        fields: [
          { key: 'url', label: 'URL', value: server.key },
          { key: 'name', label: 'Service', value: instance.name ?? '' },
          { key: 'version', label: 'Version', value: instance.version ?? '' },
          { key: 'api', label: 'API', value: instance.api ?? '' },
          { key: 'branding', label: 'Branding', value: textOf(branding.name) ?? '' },
        ],
      },
    };
  },
});

async function findTarget(context: Context, given: string | undefined): Promise<InstanceEntry> {
  const { servers } = context;
  if (given === undefined) return (await servers.chosen()).entry;
  const instances = await servers.vault.instances();
  const named = instances.find(({ name }) => name === given.trim());
  return named ?? (await instanceAt(servers.vault, instances, given)).entry;
}

import { Injectable } from '@nestjs/common';
import { AppError, fieldError, foldText } from '@questp/messages/language';
import type { VerificationMethod } from '@questp/messages/quests';
import { Bus } from '@questp/service';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { Target } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import { validateConfig } from '../../catalog/definition/validation.js';

/**
 * Looks up the target of a configuration at the third party, so that quests are stored only with an existing target.
 */
@Injectable()
export class ResolveTarget {
  constructor(
    private readonly bus: Bus,
    private readonly taskTypes: TaskTypes,
  ) {}

  /**
   * Returns the configuration with the target as the third party spells it, or unchanged when it does not fit the type.
   * A reviewer decides without the third party, so a quest of theirs is also stored while it cannot be asked.
   * @param stored the configuration before: a target under the same name is the same one, whatever its name is now
   * @throws AppError TASK_CONFIG_INVALID for a target that does not exist or cannot be read, PLATFORM_UNAVAILABLE
   */
  async execute(
    projectId: string,
    taskTypeId: string,
    config: JsonObject = {},
    method: VerificationMethod | undefined = this.taskTypes.find(taskTypeId)?.methods[0],
    stored: JsonObject = {},
  ): Promise<JsonObject> {
    const type = this.taskTypes.find(taskTypeId);
    if (type?.target === undefined || !validateConfig(type, config, method).ok) return config;
    const { target } = type;
    const asked = target.ask(config, projectId, knownId(target, config, stored));
    if (asked === undefined) return config;
    const { status, value, detail } = await this.bus.call(target.contract, {
      ...asked,
      payer: { projectId, campaignId: null, budgetUsd: null },
    });
    if (value !== null) {
      const errors = target.errors?.(config, value) ?? [];
      if (errors.length > 0) throw new AppError('TASK_CONFIG_INVALID', { errors });
      return target.resolved(config, value);
    }
    if (status === 'unsupported' && target.isOptional?.(config) === true) return config;
    if (method === 'manual' && status !== 'not_found') return config;
    if (status === 'unavailable') throw new AppError('PLATFORM_UNAVAILABLE', detail === null ? {} : { detail });
    const error = fieldError(`/config${target.pointer}`, 'NOT_ALLOWED', {}, detail ?? 'There is no such target.');
    throw new AppError('TASK_CONFIG_INVALID', { errors: [error] });
  }
}

function knownId({ pointer, id }: Target, config: JsonObject, stored: JsonObject): string | undefined {
  if (id === undefined) return undefined;
  const [name, before, known] = [config[pointer.slice(1)], stored[pointer.slice(1)], stored[id]];
  const isSame = typeof name === 'string' && typeof before === 'string' && foldText(name) === foldText(before);
  return isSame && typeof known === 'string' ? known : undefined;
}

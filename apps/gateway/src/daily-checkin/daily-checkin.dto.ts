import type { CheckInStatus } from '@questp/messages';
import { Count, Flag, Time } from '../edge/fields/index.js';
import { CreditDto } from '../submissions/submissions.dto.js';

export class CheckInStatusDto implements CheckInStatus {
  @Flag()
  canCheckIn!: boolean;

  @Count({ description: 'Days in a row' })
  streak!: number;

  @Time({ nullable: true, description: 'Next 00:00 UTC after a check-in' })
  nextAvailableAt!: string | null;

  @Time({ nullable: true })
  lastCheckInAt!: string | null;
}

export class CheckInDto extends CreditDto {
  @Count()
  streak!: number;

  @Time()
  nextAvailableAt!: string;
}

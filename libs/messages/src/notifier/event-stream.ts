import { Whole } from '../language/fields/index.js';
import { Noted } from '../shared/noted.js';

export class EventStreamFilling extends Noted {
  @Whole({ min: 0, max: 100, description: 'Bytes of the stream in percent of its bound' })
  percent!: number;
}

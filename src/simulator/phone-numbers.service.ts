import type { Clock } from './clock.service.js';
import { type Form, text } from './form.js';
import { changedPhoneNumber, newPhoneNumber, type PhoneNumber } from './phone-number.js';
import { RestFault } from './rest-fault.js';

/** The numbers that the account owns. */
export class PhoneNumbers {
  private readonly bySid = new Map<string, PhoneNumber>();

  constructor(
    private readonly accountSid: string,
    private readonly clock: Clock,
    numbers: readonly string[],
  ) {
    for (const number of numbers) this.keep(newPhoneNumber(accountSid, number, clock.now()));
  }

  /** Acquires a number; any that is not owned yet can be had. */
  create(form: Form): PhoneNumber {
    const phoneNumber = text(form, 'PhoneNumber') ?? '';
    if (!/^\+[1-9]\d{6,14}$/.test(phoneNumber)) throw new RestFault(21421, phoneNumber);
    if (this.owned(phoneNumber)) throw new RestFault(21422, phoneNumber);
    const number = newPhoneNumber(this.accountSid, phoneNumber, this.clock.now());
    return this.keep(changedPhoneNumber(number, form, this.clock.now()));
  }

  update(number: PhoneNumber, form: Form): PhoneNumber {
    return this.keep(changedPhoneNumber(number, form, this.clock.now()));
  }

  find(sid: string): PhoneNumber | undefined {
    return this.bySid.get(sid);
  }

  owned(phoneNumber: string): PhoneNumber | undefined {
    return [...this.bySid.values()].find((number) => number.phoneNumber === phoneNumber);
  }

  /** Those that contain these digits and have this name; newest first. */
  list(query: Form): PhoneNumber[] {
    const digits = text(query, 'PhoneNumber') ?? '';
    const name = text(query, 'FriendlyName');
    return [...this.bySid.values()]
      .filter((number) => number.phoneNumber.includes(digits))
      .filter((number) => name === undefined || number.friendlyName === name)
      .toReversed();
  }

  private keep(number: PhoneNumber): PhoneNumber {
    this.bySid.set(number.sid, number);
    return number;
  }
}

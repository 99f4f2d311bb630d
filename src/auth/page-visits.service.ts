import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Forbidden, UnsupportedMediaType } from '../common/app-error.js';
import { hasBody, readBody } from '../common/body.client.js';
import { newId } from '../common/new-id.adapter.js';
import { TokenSigner } from '../common/signing.js';
import { SETTINGS, type Settings } from '../settings.js';
import { CarrierAccounts } from './carrier-accounts.service.js';
import { type CookieName, readCookie } from './cookies.js';
import { Form, FORM_TOKEN } from './form.js';
import type { FormKind } from './page-needs.js';
import { PageNotices } from './page-notices.service.js';
import type { PageVisit } from './page-visit.js';
import type { Person } from './person.js';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-8"?\s*)?$/i;

const FILE_TYPE = /^multipart\/form-data\s*;/i;

/** Reads what comes with a request for a page. */
@Injectable()
export class PageVisits {
  private readonly signer: TokenSigner;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly notices: PageNotices,
    private readonly accounts: CarrierAccounts,
  ) {
    this.signer = new TokenSigner(settings.secretKeys, 'forms');
  }

  /** Whether browsers reach the service over https: their cookies may not travel otherwise. */
  get secure(): boolean {
    return this.settings.publicBaseUrl().startsWith('https://');
  }

  cookie(request: Request, name: CookieName): string | null {
    return readCookie(request.headers.cookie, name, this.secure);
  }

  /** A secret for a browser that has none yet, so that the sign-in form is bound to it too. */
  newSeed = (): string => randomBytes(16).toString('base64url');

  /**
   * @param secret what the browser holds and another site does not know
   * @throws Forbidden when a form comes that this browser was not given
   */
  async begin(
    request: Request,
    person: Person | null,
    secret: string,
    kind: FormKind = 'fields',
  ): Promise<PageVisit> {
    return this.visitOf(request, person, secret, await this.formOf(request, secret, kind));
  }

  /** A look at a page by whoever holds the secret, with what was filled in. */
  async visitOf(request: Request, person: Person | null, secret: string, form: Form): Promise<PageVisit> {
    const theme = this.cookie(request, 'theme');
    return {
      person,
      formToken: this.signer.sign(secret),
      isOurs: (token) => this.signer.verify(token, secret),
      formId: newId(),
      form,
      url: request.originalUrl,
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      message: this.cookie(request, 'flash'),
      notices: person ? await this.notices.of(person.organizationId) : [],
      simulated: await this.accounts.areSimulated(person?.organizationId ?? null),
    };
  }

  private async formOf(request: Request, secret: string, kind: FormKind): Promise<Form> {
    if (request.method === 'GET' || request.method === 'HEAD') return Form.empty();
    if (kind === 'file' && FILE_TYPE.test(request.headers['content-type'] ?? '')) return Form.empty();
    if (hasBody(request) && !FORM_TYPE.test(request.headers['content-type'] ?? ''))
      throw new UnsupportedMediaType('application/x-www-form-urlencoded');
    request.rawBody = await readBody(request);
    const form = Form.read(request.rawBody);
    if (!this.signer.verify(form.raw(FORM_TOKEN), secret))
      throw new Forbidden('form_expired', 'This form has expired');
    return form;
  }
}

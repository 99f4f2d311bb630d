import { Param, type PipeTransform } from '@nestjs/common';
import { NotFound } from '../common/app-error.js';
import { SECTIONS, type Section } from './agent-form.js';

class SectionPipe implements PipeTransform<string, Section> {
  transform(raw: string): Section {
    const section = SECTIONS.find((one) => one === raw);
    if (!section) throw new NotFound('Page');
    return section;
  }
}

/** A page of an agent's form, in the path. */
export const SectionParam = (): ParameterDecorator => Param('section', new SectionPipe());

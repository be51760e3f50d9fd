import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Returns locators and actions for the forms of the public page. */
export function sitePage(page: Page) {
  const order = page.locator('#order form[data-form]')
  const message = page.locator('#contact form')
  const date = order.getByRole('group', { name: 'تاريخ المناسبة' })
  const orderField = (name: string) => order.getByRole('textbox', { name })
  return {
    order: {
      form: order,
      eventName: orderField('اسم المناسبة'),
      date,
      type: order.getByRole('combobox', { name: 'نوع المناسبة' }),
      phone: orderField('رقم الهاتف'),
      count: orderField('عدد الدعوات'),
      submit: order.getByRole('button', { name: 'إرسال الطلب' }),
      resultMessage: order.locator('[data-message]'),
      /** Types a date in the order day, month, year. */
      async typeDate(digits: string) {
        await date.getByRole('spinbutton').first().click()
        await page.keyboard.type(digits)
      },
      async expectDate(...parts: string[]) {
        for (const [at, part] of parts.entries()) await expect(date.getByRole('spinbutton').nth(at)).toHaveValue(part)
      },
      async fill() {
        await orderField('اسم المناسبة').fill('زفاف محمّد وسارة')
        await this.typeDate('14012027')
        await this.type.selectOption({ label: 'زفاف' })
        await orderField('رقم الهاتف').fill('0512345678')
      },
    },
    message: {
      form: message,
      fullName: message.getByRole('textbox', { name: 'الاسم الكامل' }),
      email: message.getByRole('textbox', { name: 'البريد الإلكتروني' }),
      subject: message.getByRole('textbox', { name: 'الموضوع' }),
      text: message.getByRole('textbox', { name: 'الرسالة' }),
      submit: message.getByRole('button', { name: 'إرسال الرسالة' }),
      resultMessage: message.locator('[data-message]'),
    },
  }
}
